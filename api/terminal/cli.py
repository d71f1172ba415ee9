"""``tally``: the command line. Each command lives in its own module and is imported only when it is called."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer

# Looking for pydantic plugins reads the metadata of every installed package; Tally uses none.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

from api.terminal.spoken import SpokenCommand, SpokenGroup, language
from scoring.languages import LANGUAGES

app = typer.Typer(
    cls=SpokenGroup,
    help="Keeps the score of the games on your table, with a rule behind every point.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

CODES = "|".join(LANGUAGES)
GameArg = Annotated[str, typer.Argument(metavar="GAME", help="a game, as `tally games` lists them")]
StateArg = Annotated[
    str, typer.Argument(metavar="STATE", help="a JSON file, a notation, '-' for stdin, or sample[:NAME]")
]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON for programs")]
Lang = Annotated[str, typer.Option("--lang", metavar=CODES, help="that of the terminal if not given")]
Database = Annotated[
    str | None, typer.Option("--database", help="a club's PostgreSQL, postgresql://…; TALLY_DATABASE_URL says the same")
]
Metrics = Annotated[
    str | None, typer.Option("--metrics", metavar="[HOST:]PORT", help="figures for Prometheus on a port of their own")
]
LogJson = Annotated[bool, typer.Option("--log-json", help="write logs as JSON, one line each")]
LANG: Any = language  # asked when a command runs, not when this file is loaded


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"tally {version('tally')}")
        raise typer.Exit


@app.callback()
def every_command(
    context: typer.Context,
    lang: Lang = LANG,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="print the version and stop")
    ] = False,
) -> None:
    """What holds for all commands; without one, the help."""
    from api.terminal.club import shared_files
    from api.terminal.render import check_language

    check_language(lang)
    if context.invoked_subcommand is None:
        print(context.get_help())
    context.with_resource(shared_files(context.invoked_subcommand))


@app.command(cls=SpokenCommand)
def games(as_json: AsJson = False) -> None:
    """What Tally knows: the games, their players, samples and referee questions."""
    from api.terminal.commands.games import show_games

    show_games(as_json)


@app.command(cls=SpokenCommand)
def schema(game: GameArg) -> None:
    """The JSON Schema of a game's state."""
    from api.terminal.commands.games import show_schema

    show_schema(game)


@app.command(cls=SpokenCommand)
def score(
    game: GameArg,
    state: StateArg,
    as_json: AsJson = False,
    svg: Annotated[str | None, typer.Option("--svg", help="also draw the table into this file")] = None,
    lang: Lang = LANG,
) -> None:
    """Score a state: every line with its rule, its arithmetic and the pieces that earned it."""
    from api.terminal.commands.score import show_score

    show_score(game, state, as_json, svg, lang)


@app.command(cls=SpokenCommand)
def check(game: GameArg, state: StateArg, as_json: AsJson = False, lang: Lang = LANG) -> None:
    """Everything that is wrong with a state, all at once; exit code 1 if anything is."""
    from api.terminal.commands.check import show_problems

    raise typer.Exit(show_problems(game, state, as_json, lang))


@app.command(cls=SpokenCommand)
def rule(
    game: GameArg,
    words: Annotated[list[str], typer.Argument(help="a question in your own words, or a rule id")],
    lang: Annotated[str | None, typer.Option("--lang", metavar=CODES, help="that of the question if not given")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=20, help="how many rules at most")] = 3,
    table: Annotated[
        str | None, typer.Option("--table", metavar="STATE", help="the table that fills in its part")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The answer to a question in English, Greek or Polish: the verdict first, then its rules."""
    from api.terminal.commands.rules import show_rules

    show_rules(game, " ".join(words), lang, limit, as_json, table)


@app.command(cls=SpokenCommand)
def referee(
    game: GameArg,
    question: Annotated[str | None, typer.Argument(help="which question; lists them if left out")] = None,
    ask: Annotated[
        str | None, typer.Argument(help="a JSON file, JSON text or '-'; shows an example if left out")
    ] = None,
    fill: Annotated[bool, typer.Option("--fill", help="be asked field by field")] = False,
    table: Annotated[
        str | None, typer.Option("--table", metavar="STATE", help="the table that fills in its part")
    ] = None,
    player: Annotated[int, typer.Option("--player", min=1, max=20, help="with --table: which player, from 1")] = 1,
    as_json: AsJson = False,
    lang: Lang = LANG,
) -> None:
    """Settle a dispute: is this legal, how does this resolve, what are the odds."""
    from api.terminal.commands.referee import ask_and_settle, show_ruling

    if question and (fill or table):
        ask_and_settle(game, question, table, player, as_json, lang)
    else:
        show_ruling(game, question, ask, as_json, lang)


@app.command(cls=SpokenCommand)
def notation(game: GameArg, state: StateArg, as_json: AsJson = False) -> None:
    """A state as one line of text (or as JSON): for bug reports, links and notes."""
    from api.terminal.commands.games import show_notation

    show_notation(game, state, as_json)


@app.command(cls=SpokenCommand)
def catalogue(
    game: GameArg,
    action: Annotated[str, typer.Argument(help="list, set, confirm, undo, export, import, ask or draw")] = "list",
    values: Annotated[list[str] | None, typer.Argument(help="ITEM FIELD VALUE, or a FILE")] = None,
    svg: Annotated[str | None, typer.Option("--svg", help="with draw: the file to draw into")] = None,
    as_json: AsJson = False,
    lang: Lang = LANG,
) -> None:
    """What is printed on the components: known, unknown and entered by you."""
    from api.terminal.commands.catalogue import run_action

    run_action(game, action, values or [], svg, as_json, lang)


@app.command(cls=SpokenCommand)
def teach(
    game: GameArg,
    photos: Annotated[list[str] | None, typer.Argument(metavar="PHOTO...", help="photos, folders or patterns")] = None,
    item: Annotated[str | None, typer.Option("--as", help="the photo shows this piece or empty board alone")] = None,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="propose missing printed values that taught pictures show")
    ] = False,
    save: Annotated[str | None, typer.Option("--export", help="write everything taught into this file")] = None,
    take: Annotated[str | None, typer.Option("--import", help="take over the pictures of such a file")] = None,
    as_json: AsJson = False,
    lang: Lang = LANG,
) -> None:
    """Teach your copy: photograph one card, or twenty in rows, and name them; without a photo, what is taught."""
    from api.terminal.commands import teach as teaching

    if take:
        teaching.take_over(game, take)
    teaching.teach(game, photos or [], item, lang, as_json)
    if numbers:
        teaching.confirm_numbers(game, lang)
    if save:
        teaching.export(game, save)


@app.command(cls=SpokenCommand)
def read(
    game: Annotated[str, typer.Argument(metavar="GAME", help="dice, or a game whose photos are read")],
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO...", help="photos, folders or patterns")],
    as_json: AsJson = False,
    save: Annotated[
        str | None, typer.Option("--save", help="draw what was read into this picture, or this folder")
    ] = None,
    first_row: Annotated[
        str,
        typer.Option("--first-row", help="where the first row of a sheet is: far, top, bottom, left or right"),
    ] = "far",
    empty_rows: Annotated[
        int | None, typer.Option("--empty-rows", min=0, max=5, help="rows of a sheet before the first with dice")
    ] = None,
    player: Annotated[str, typer.Option("--player", help="whose table it is; several names with commas")] = "Player 1",
    round_: Annotated[int | None, typer.Option("--round", min=1, max=20, help="which round the photo shows")] = None,
    expansion: Annotated[bool, typer.Option("--expansion", help="played with the expansion's pieces")] = False,
    into: Annotated[
        str | None, typer.Option("--into", help="the game so far (as STATE of score): the photo adds a player's dice")
    ] = None,
    lang: Lang = LANG,
) -> None:
    """Read dice from photos: colour and value of each, or a game's table with its score."""
    from api.terminal.commands.read import Wish, read_photos
    from vision.tables.table import Hints

    hints = Hints(first_row=first_row, empty_rows=empty_rows, expansion=expansion)
    raise typer.Exit(read_photos(Wish(game, as_json, save, hints, into, lang, player, round_), photos))


@app.command(cls=SpokenCommand)
def serve(
    host: Annotated[str | None, typer.Option("--host", help="the address to listen on; asked if left out")] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="the port to listen on; 0 takes a free one")
    ] = 8000,
    tls: Annotated[bool, typer.Option("--tls", help="HTTPS, so that phones may use the live camera")] = False,
    data: Annotated[str | None, typer.Option("--data", help="the folder for tables and photos")] = None,
    keep_photos: Annotated[
        bool, typer.Option("--keep-photos/--no-keep-photos", help="whether photos are written to disk")
    ] = True,
    public_url: Annotated[
        str | None, typer.Option("--public-url", help="the address people use, where a proxy or a tunnel brings them")
    ] = None,
    trust_proxy: Annotated[
        list[str] | None, typer.Option("--trust-proxy", help="the address of a proxy that may say who asks")
    ] = None,
    new_pin: Annotated[
        bool, typer.Option("--new-pin", help="a new PIN and a new QR code: every phone must scan again")
    ] = False,
    cert: Annotated[str | None, typer.Option("--cert", help="your own certificate as a file, for HTTPS")] = None,
    key: Annotated[str | None, typer.Option("--key", help="the key of that certificate as a file")] = None,
    database: Database = None,
    metrics: Metrics = None,
    log_json: LogJson = False,
) -> None:
    """Start the page for every phone at the table; prints its address and a QR code."""
    from api.terminal.commands.serve import Telling, Wish
    from api.terminal.commands.serve import serve as start

    told = Telling(metrics, log_json)
    start(Wish(host, port, tls, data, keep_photos, public_url, trust_proxy or (), new_pin, cert, key, database, told))


@app.command(cls=SpokenCommand)
def reader(
    database: Database = None,
    parallel: Annotated[int, typer.Option("--parallel", min=1, max=64, help="how many photos at a time")] = 1,
    data: Annotated[str | None, typer.Option("--data", help="the folder for copies of taught pictures")] = None,
    metrics: Metrics = None,
    log_json: LogJson = False,
) -> None:
    """Read the photos of a club on this host; any number of readers serve the same PostgreSQL."""
    from api.terminal.commands.reader import read as read_on
    from api.terminal.commands.serve import Telling

    read_on(database, parallel, data, Telling(metrics, log_json))


@app.command(cls=SpokenCommand)
def evening(
    day: Annotated[str | None, typer.Option("--day", help="such as 2026-11-17; today if left out")] = None,
    game: Annotated[str | None, typer.Option("--game", help="only tables of this game")] = None,
    end: Annotated[str | None, typer.Option("--end", metavar="TABLE", help="end the game at this table")] = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="write all tables into a .csv or .json file")
    ] = None,
    address: Annotated[str, typer.Option("--address", help="where the service runs")] = "http://127.0.0.1:8000",
    database: Database = None,
    as_json: AsJson = False,
    lang: Lang = LANG,
) -> None:
    """The organiser's view: all tables of a day, who leads, what they wait for, and the sum over them."""
    from api.terminal.commands.evening import Wish, run_evening

    run_evening(Wish(day, game, end, save, address, database, as_json, lang))


@app.command(cls=SpokenCommand)
def backup(file: Annotated[str, typer.Argument(metavar="FILE", help="the file to write")], lang: Lang = LANG) -> None:
    """Write everything of yours into one file: tables, photos, printed values; the service may run meanwhile."""
    from api.terminal.commands.backup import backup as write

    write(file, lang)


@app.command(cls=SpokenCommand)
def restore(file: Annotated[str, typer.Argument(metavar="FILE", help="a backup")], lang: Lang = LANG) -> None:
    """Put a backup in place; what is there now is moved aside, not deleted."""
    from api.terminal.commands.backup import restore as put_back

    put_back(file, lang)


@app.command(cls=SpokenCommand)
def watch(
    game: Annotated[str, typer.Argument(metavar="GAME", help="dice, or a game whose photos are read")],
    camera: Annotated[str, typer.Option("--camera", help="number of a camera, a video file or a stream")] = "0",
    frames: Annotated[int, typer.Option("--frames", min=1, max=30, help="readings in a row that must agree")] = 3,
    first_row: Annotated[
        str,
        typer.Option("--first-row", help="where the first row of a sheet is: far, top, bottom, left or right"),
    ] = "far",
    table: Annotated[
        str | None, typer.Option("--table", help="a running table, by id or address: what settles is laid on it")
    ] = None,
    player: Annotated[
        str | None,
        typer.Option("--player", help="whose pieces the camera sees; several names with commas"),
    ] = None,
    round_: Annotated[int | None, typer.Option("--round", min=1, max=20, help="which round it is")] = None,
    as_json: AsJson = False,
) -> None:
    """Watch a camera or a video and tell every roll once it has come to rest."""
    from api.terminal.commands.watch import Eye, watch_camera
    from vision.tables.table import Hints

    watch_camera(Eye(game, camera, frames, as_json, table, player, round_), Hints(first_row=first_row))


@app.command(cls=SpokenCommand)
def corrections(
    action: Annotated[str, typer.Argument(metavar="export", help="export, to write them")],
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="the folder to write into")],
    data: Annotated[str | None, typer.Option("--data", help="the folder for tables and photos")] = None,
    as_json: AsJson = False,
    lang: Lang = LANG,
) -> None:
    """The photos that people corrected, as a training set in YOLO form."""
    from api.terminal.commands import corrections as corrected

    corrected.run_action(action, folder, data, as_json, lang)


@app.command(cls=SpokenCommand)
def mat(
    out: Annotated[str, typer.Argument(metavar="OUT.svg", help="the file to draw into")],
    paper: Annotated[str, typer.Option("--paper", help="a4 or letter")] = "a4",
    lang: Lang = LANG,
) -> None:
    """A mat to print: in a photo it tells what colour the light has and how large things are."""
    from api.terminal.commands.mat import draw_mat

    draw_mat(out, paper, lang)


@app.command(cls=SpokenCommand)
def bench(
    as_json: AsJson = False,
    only: Annotated[list[str] | None, typer.Option("--only", help="rules, startup, a game, vision or service")] = None,
) -> None:
    """Speed and accuracy figures, measured now on this machine."""
    from api.terminal.commands.bench import show_figures

    show_figures(as_json, only or [])


@app.command(cls=SpokenCommand)
def doctor(
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="the port to look at")] = 8000,
    camera: Annotated[int, typer.Option("--camera", min=0, max=99, help="the camera to look at")] = 0,
    as_json: AsJson = False,
    lang: Lang = LANG,
) -> None:
    """Whether everything is in order on this machine; exit code 1 if something wants a person."""
    from api.terminal.commands.doctor import show_findings

    raise typer.Exit(show_findings(port, camera, as_json, lang))


@app.command(cls=SpokenCommand)
def licences(as_json: AsJson = False, lang: Lang = LANG) -> None:
    """Everything that comes with Tally, and under which licence."""
    from api.terminal.commands.licences import show_licences

    show_licences(as_json, lang)


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
