"""The terminal in three languages: which one it speaks, its help, and what is wrong with how a command was typed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from api.errors import UserError
from scoring.languages import LANGUAGES
from scoring.words import say

FROM_TYPER = (
    say("[OPTIONS]"),
    say("COMMAND [ARGS]..."),
    say("Show this message and exit."),
)
"""Words of the library's own that a help text shows."""


def asked_language(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language that was typed (``--lang el``), else that of the terminal, else English.

    It is known before anything is parsed, because help and refusals are said in it too.

    >>> asked_language(["score", "--lang", "pl"], {"LANG": "el_GR.UTF-8"}), asked_language([], {"LANG": "el_GR.UTF-8"})
    ('pl', 'el')
    >>> asked_language(["--lang=el", "--help"], {}), asked_language([], {"LC_ALL": "C", "LANG": "pl_PL"})
    ('el', 'en')
    """
    pairs = zip(words, (*words[1:], ""), strict=False)
    typed = [word.partition("=")[2] or following for word, following in pairs if word.partition("=")[0] == "--lang"]
    system = next(filter(None, (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return next((wish for wish in (*typed[-1:], system[:2].lower()) if wish in LANGUAGES), "en")


_LANGUAGE: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """The language of this run."""
    return _LANGUAGE.get()


def speak(text: str) -> str:
    """A text in the language of this run; English needs no catalogue."""
    if language() == "en":
        return text
    from api.language.speech import translator

    return translator(language())(text)


class _Spoken:
    """Help whose every word can be said in another language."""

    help: str | None
    collect_usage_pieces: Callable[[Any], list[str]]
    get_params: Callable[[Any], list[Any]]

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """The line that shows how the command is written."""
        pieces = " ".join(map(speak, self.collect_usage_pieces(ctx)))
        formatter.write_usage(ctx.command_path, pieces, prefix=speak(say("Usage:")) + " ")

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """What the command does."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(speak(self.help or ""))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The words and the options that the command takes."""
        titles = {"argument": say("Arguments"), "option": say("Options")}
        for kind, title in titles.items():
            rows = [_row(param, ctx) for param in self.get_params(ctx) if param.param_type_name == kind]
            if rows:
                with formatter.section(speak(title)):
                    formatter.write_dl(rows)


class SpokenCommand(_Spoken, TyperCommand):
    """One command of the terminal."""


class SpokenGroup(_Spoken, TyperGroup):
    """All commands of the terminal; an unknown one is refused with the nearest."""

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> NoReturn:
        """Run a command and exit; a person sees sentences, never a traceback (TALLY_DEBUG=1 shows it)."""
        words = sys.argv[1:] if args is None else list(args)
        before = _LANGUAGE.set(asked_language(words, os.environ))
        try:
            sys.exit(super().main(words, **{**extra, "prog_name": "tally", "standalone_mode": False}))
        except UserError as error:
            _refuse(error.args[0])
        except typer.TyperException as error:
            _refuse(usage_problem(error))
        except typer.Abort:
            sys.exit(1)
        except Exception as error:
            if os.environ.get("TALLY_DEBUG"):
                raise
            values = {"kind": type(error).__name__, "error": str(error)}
            _refuse(say("Tally itself failed ({kind}: {error}). TALLY_DEBUG=1 shows where.", **values))
        finally:
            _LANGUAGE.reset(before)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The options, then every command in one sentence."""
        super().format_options(ctx, formatter)
        with formatter.section(speak(say("Commands"))):
            formatter.write_dl([(name, speak(command.help or "")) for name, command in self.commands.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that was typed."""
        if args[0] not in self.commands and not args[0].startswith("-"):
            from scoring.names import unknown_name

            raise UserError(unknown_name(say("command"), args[0], list(self.commands)) or args[0])
        return super().resolve_command(ctx, args)


def _refuse(sentence: str) -> NoReturn:
    print(speak(sentence), file=sys.stderr)
    sys.exit(2)


def _row(param: Any, ctx: Any) -> tuple[str, str]:
    """One line of the help: how it is written, what it means, what holds if it is left out."""
    name = param.get_help_record(ctx)[0]
    more = []
    if param.required:
        more.append(speak(say("required")))
    elif param.default not in (None, False, True, "", ()) and not callable(param.default):
        more.append(speak(say("default: {value}", value=str(param.default))))
    if getattr(param, "min", None) is not None and getattr(param, "max", None) is not None:
        more.append(f"{param.min}–{param.max}")
    told = speak(param.help or "")
    return name, "  ".join(filter(None, (told, f"[{'; '.join(more)}]" if more else "")))


def usage_problem(error: typer.TyperException) -> str:
    """What is wrong with how a command was typed, and where to look it up."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "tally"
    hint = say("{command} --help tells how it is written.", command=path)
    return say("{problem} {hint}", problem=_typing_slip(error, context), hint=hint)


def _typing_slip(error: typer.TyperException, context: Any) -> str:
    if isinstance(error, typer.BadParameter):
        name = error.param.get_error_hint() if error.param else ""
        if not error.message:
            return say("{name} is missing.", name=name)
        return say("{name}: {what}.", name=name, what=_reason(error))
    option = getattr(error, "option_name", None)
    if option and hasattr(error, "possibilities"):
        from scoring.names import unknown_name

        return unknown_name(say("option"), option, list(_options(context))) or error.message
    if option and error.message.endswith("does not take a value."):
        return say("The option {option} takes no value.", option=option)
    if option:
        return say("The option {option} needs a value.", option=option)
    if error.message.startswith("Got unexpected extra argument"):
        return say("Too many words: {words}.", words=error.message.partition("(s) (")[2].rstrip(")"))
    return error.message


def _reason(error: typer.BadParameter) -> str:
    from pydantic import ValidationError

    from scoring.complaints import faults

    return faults(error.__cause__)[0].message if isinstance(error.__cause__, ValidationError) else error.message


def _options(context: Any) -> Iterator[str]:
    for param in context.command.get_params(context) if context else ():
        yield from (name for name in (*param.opts, *param.secondary_opts) if name.startswith("-"))
