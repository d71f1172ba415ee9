"""``tally teach``: your copy's cards, tiles, faces and boards from photos, named one after the other."""

from __future__ import annotations

from pathlib import Path

from rich.prompt import Prompt
from rich.text import Text

from api.errors import UserError
from api.language.speech import translator
from api.owner import folders, printed
from api.owner.shared import changing
from api.terminal.input import find_game
from api.terminal.render import check_language, console, print_json
from scoring.names import unknown_name
from scoring.words import say
from vision.network import ModelError
from vision.photo import PhotoError, open_photo
from vision.photofiles import find_photos
from vision.taught import TaughtFolder, TeachingError
from vision.teachable import Piece, names_of, pieces_of
from vision.teaching import CutOut, cut_outs, piece_picture, printed_proposals, whole

CHOICES = 5  # names that are offered by number


def teach(game_id: str, photos: list[str], item: str | None, lang: str, as_json: bool) -> None:
    """Teach from photos; without one, tell what is taught already."""
    game = find_game(game_id)
    check_language(lang)
    pieces = pieces_of(game)
    folder = TaughtFolder(folders.gallery_folder(), game.id)
    if item and (refusal := unknown_name(say("piece"), item, names_of(pieces))):
        raise UserError(refusal)
    try:
        kept = [one for photo in find_photos(photos) for one in _from_photo(photo, folder, pieces, item, lang)]
        _report(folder, pieces, kept, lang, as_json)
    except (PhotoError, ModelError, TeachingError) as error:
        raise UserError(error.args[0]) from None


def export(game_id: str, path: str) -> None:
    """Everything taught of a game as one file."""
    Path(path).write_bytes(TaughtFolder(folders.gallery_folder(), find_game(game_id).id).export())


def take_over(game_id: str, path: str) -> int:
    """The pictures of such a file; how many were new."""
    game = find_game(game_id)
    try:
        with changing("gallery"):
            return TaughtFolder(folders.gallery_folder(), game.id).take_over(Path(path).read_bytes(), pieces_of(game))
    except TeachingError as error:
        raise UserError(error.args[0]) from None
    except OSError as error:
        raise UserError(say("{path} cannot be read: {reason}.", path=path, reason=error.strerror or "")) from None


def _from_photo(path: Path, folder: TaughtFolder, pieces: dict[str, Piece], item: str | None, lang: str) -> list[str]:
    """The pieces that one photo taught."""
    photo = open_photo(path)
    if item and pieces[item].board:
        with changing("gallery"):
            folder.keep(item, piece_picture(photo, whole(photo), board=True), board=True)
        return [item]
    found = cut_outs(photo, pieces, folder.gallery(), folder.taught(), () if item else _languages(lang))
    if item:
        largest = max(found, key=lambda one: one.picture.size)
        with changing("gallery"):
            folder.keep(item, largest.picture)
        return [item]
    speak = translator(lang)
    console().print(speak(say("{photo}: {count} pieces. A number or a name teaches, Enter skips.",
                              photo=path.name, count=len(found))), markup=False)  # fmt: skip
    return [name for number, one in enumerate(found, 1) if (name := _ask(number, one, folder, pieces, lang))]


def _ask(number: int, one: CutOut, folder: TaughtFolder, pieces: dict[str, Piece], lang: str) -> str | None:
    """What the owner calls a cut-out; it is kept under that name."""
    offered = one.likely[:CHOICES]
    names = "  ".join(f"{place} {pieces[name].named(lang)}" for place, name in enumerate(offered, 1))
    where = translator(lang)(say("row {row}, card {place}", row=one.row, place=one.place))
    console().print(Text(f"{number}. ({where})  {names}"))
    sure = one.naming.item or one.titled.item
    while answer := Prompt.ask("?", default="1" if sure else "", show_default=bool(sure)).strip():
        chosen = _chosen(answer, offered, pieces, lang)
        if chosen:
            with changing("gallery"):
                folder.keep(chosen, one.picture, pieces[chosen].board)
            return chosen
        refusal = unknown_name(say("piece"), answer, names_of(pieces))
        console().print(translator(lang)(refusal or ""), markup=False)
    return None


def _chosen(answer: str, offered: tuple[str, ...], pieces: dict[str, Piece], lang: str) -> str | None:
    """A number of the offer, an id or a name."""
    if answer.isdecimal() and 1 <= int(answer) <= len(offered):
        return offered[int(answer) - 1]
    spoken = {piece.named(lang).casefold(): piece.id for piece in pieces.values()}
    return answer if answer in pieces else spoken.get(answer.casefold())


def _languages(lang: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((lang, "en")))


def _report(folder: TaughtFolder, pieces: dict[str, Piece], kept: list[str], lang: str, as_json: bool) -> None:
    taught = folder.taught()
    told = {"game": folder.game, "new": kept, "taught": [name for name in pieces if name in taught], "of": len(pieces)}
    if as_json:
        print_json(told)
        return
    sentence = say("{count} of {all} pieces are taught.", count=len(taught & pieces.keys()), all=len(pieces))
    console().print(translator(lang)(sentence), markup=False)


def confirm_numbers(game_id: str, lang: str) -> None:
    """Propose printed values that are missing and readable on the taught pictures; Enter skips, a number confirms."""
    game = find_game(game_id)
    pieces = pieces_of(game)
    folder = TaughtFolder(folders.gallery_folder(), game.id)
    catalogue = printed.catalogue_of(game)
    for one in printed_proposals(folder, pieces, catalogue):
        name, ask = catalogue.items[one.item].name[lang], catalogue.ask(one.item, one.field)[lang]
        values = ", ".join(map(str, one.values))
        if answer := Prompt.ask(f"{name}: {ask} ({values}?)", default="", show_default=False):
            printed.set_value(game, one.item, one.field, answer)
