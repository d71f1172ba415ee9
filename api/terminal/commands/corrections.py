"""``tally corrections``: the photos that people corrected, as a training set."""

from __future__ import annotations

from pathlib import Path

from api.errors import UserError
from api.http.settings import Settings
from api.language.speech import translator
from api.log.arbiter import Arbiter
from api.log.document import Games
from api.reading.folder import PhotoFolder, Photos
from api.reading.trainingset import Written, write
from api.tables.lessons import corrected_photos
from api.tables.sqllog import SqlLog
from api.tables.store import Store
from api.terminal.render import check_language, console, print_json
from scoring.names import unknown_name
from scoring.words import say
from vision.photo import PhotoError


def run_action(action: str, folder: str, data: str | None, as_json: bool, lang: str) -> None:
    """Write the corrected photos of this host into a folder."""
    check_language(lang)
    if refusal := unknown_name(say("action"), action, ["export"]):
        raise UserError(refusal)
    settings = Settings(data=Path(data)) if data else Settings()
    written = Written(0, 0, 0)
    if settings.database_url or settings.database.is_file():
        written = _write(settings, Path(folder))
    if as_json:
        print_json(written._asdict())
        return
    _report(written, lang)


def _write(settings: Settings, folder: Path) -> Written:
    store = Store(settings.kept_in)
    try:
        with store.reading() as session:
            tables = Arbiter(SqlLog(store), Games())
            return write(corrected_photos(session, tables), _photos(settings, store), folder)
    except PhotoError as error:
        raise UserError(error.args[0]) from None
    except OSError as error:
        message = say("{path} cannot be written: {reason}.", path=folder, reason=error.strerror or "")
        raise UserError(message) from None
    finally:
        store.close()


def _photos(settings: Settings, store: Store) -> Photos:
    if not store.shared:
        return PhotoFolder(settings.photos)
    from api.club.files import SharedPhotos

    return SharedPhotos(store)


def _report(written: Written, lang: str) -> None:
    speak = translator(lang)
    told = say("Corrected photos: {dice} of dice, {cards} of cards and tiles.", dice=written.dice, cards=written.cards)
    console().print(speak(told), markup=False)
    if written.without_picture:
        gone = say("Corrected, but the picture was not kept: {count}.", count=written.without_picture)
        console().print(speak(gone), markup=False)
