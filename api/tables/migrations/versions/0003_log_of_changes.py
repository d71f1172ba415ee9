"""A log of small changes with whole tables now and then, instead of the whole table with every event."""

import json

import sqlalchemy as sa
from alembic import op
from pydantic import ValidationError

from api.log.differing import difference

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

EVERY = 50
ENTRY = sa.text(
    "INSERT INTO entries (table_id, version, id, kind, steps, made_on, undoes, phone, by, note, form, at)"
    " VALUES (:table, :seq, :id, :kind, :steps, :made_on, :undoes, '', :by, :note, 1, :at)"
)
MOMENT = sa.text("INSERT INTO moments (table_id, version, form, document) VALUES (:table, :seq, 1, :document)")


def upgrade() -> None:
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("made_on", sa.Integer(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("phone", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("form", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "version"),
    )
    op.create_index("entries_by_id", "entries", ["table_id", "id"], unique=True)
    op.create_index("entries_by_phone", "entries", ["table_id", "phone", "version"])
    op.create_table(
        "moments",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("form", sa.Integer(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "version"),
    )
    connection = op.get_bind()
    for (table_id,) in connection.execute(sa.text("SELECT id FROM tables")).all():
        _convert(connection, table_id)
    op.drop_table("events")
    op.execute("ALTER TABLE tables RENAME COLUMN seq TO version")
    op.execute("ALTER TABLE tables DROP COLUMN head")
    op.create_index("tables_by_change", "tables", ["changed"])


def _convert(connection: sa.Connection, table_id: str) -> None:
    """Every event as the difference to the one before; an undo names the version that it takes back."""
    events = connection.execute(
        sa.text('SELECT seq, kind, target, document, note, "by", at FROM events WHERE table_id = :id ORDER BY seq'),
        {"id": table_id},
    ).all()
    documents = [_document(event.document) for event in events]
    undone_by: dict[int, int] = {}
    for number, (event, document) in enumerate(zip(events, documents, strict=True)):
        undoes = event.target if event.kind == "undo" else undone_by.get(event.target)
        if event.kind == "undo":
            undone_by[event.target] = event.seq
        steps = _steps(documents[number - 1], document) if number else []
        values = {
            "id": f"event-{event.seq}",
            "made_on": event.seq - 1,
            "undoes": undoes,
            "steps": _written(steps or []),
        }
        connection.execute(ENTRY, {"table": table_id, **event._asdict(), **values})
        if number == 0 or steps is None or event.seq % EVERY == 0:
            connection.execute(MOMENT, {"table": table_id, "seq": event.seq, "document": _written(document)})


def _steps(before: dict[str, object], after: dict[str, object]) -> list[dict[str, object]] | None:
    """The steps between two tables; None where 0.1.0 let in what no change can hold: then the whole table is kept."""
    try:
        return [step.plain() for step in difference(before, after)]
    except ValidationError:
        return None


def _document(text: str) -> dict[str, object]:
    """A stored table, with a sign for each half of a character that 0.1.0 let in."""
    try:
        found = json.loads(json.dumps(json.loads(text), ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {"unreadable": text}
    return _with_told(found)


def _with_told(document: dict[str, object]) -> dict[str, object]:
    """Nobody told a line of a sheet yet."""
    state = document.get("state")
    players = state.get("players", []) if isinstance(state, dict) else []
    return {**document, "told": [{} for _ in players] if isinstance(players, list) else []}


def _written(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def downgrade() -> None:
    raise NotImplementedError("small changes are not written back as whole tables; put a backup in place")
