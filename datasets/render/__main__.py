"""`python -m datasets.render KIND --out FOLDER --count N --seed S`: render sprites, scenes or game tables."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from datasets.render import MISSING, available

KINDS = ("sprites", "polyhedra", "scenes", "rollplayer", "diceminer", "loose")
# whole tables, as `datasets.tabletop` composes them
WHOLE = {
    "dungeonlords": "dungeonlords",
    "dwar7s": "dwar7s",
    "rollplayer-cards": "rollplayer",
    "diceminer-cards": "diceminer",
}
WHOLE_FINISH = (1280, 2)  # pixels of the longer side, and samples of light


def main(arguments: list[str] | None = None) -> int:
    """Parse the command and render; says in one line what is missing when Blender is not there."""
    parser = argparse.ArgumentParser(prog="python -m datasets.render", description=__doc__)
    parser.add_argument("kind", choices=(*KINDS, *WHOLE))
    parser.add_argument("--out", type=Path, required=True, help="folder for pictures and manifest.jsonl")
    parser.add_argument("--count", type=int, default=100, help="how many renders")
    parser.add_argument("--seed", type=int, default=1, help="first seed; the same seed gives the same picture")
    parser.add_argument("--photos", type=Path, help="folder of photos that lend table surfaces")
    parser.add_argument("--width", type=int, help="of a game table, in pixels; phones take far larger ones")
    parser.add_argument("--samples", type=int, help="of light for each pixel of a game table")
    parser.add_argument("--tables-a-copy", type=int, default=10, help="of a whole table's copy, which is taught once")
    parser.add_argument("--nice", action="store_true", help="leave the processor to others")
    options = parser.parse_args(arguments)
    if not available():
        print(MISSING, file=sys.stderr)
        return 2
    if options.kind in WHOLE:
        from datasets.render import tabletops

        width, samples = options.width or WHOLE_FINISH[0], options.samples or WHOLE_FINISH[1]
        run = tabletops.Run(options.count, options.seed, options.tables_a_copy, width, samples, options.photos)
        print(f"{tabletops.render(WHOLE[options.kind], options.out, run)} tables added to {options.out}")
        return 0
    from datasets.render import jobs, kinds, tables

    finish = tables.Finish(options.width or tables.QUICK.width, options.samples or tables.QUICK.samples)
    seeds = range(options.seed, options.seed + options.count)
    added = jobs.run(options.out, seeds, kinds.maker(options.kind, options.photos, finish), options.nice, options.kind)
    print(f"{added} pictures added to {options.out / 'manifest.jsonl'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
