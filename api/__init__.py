"""The doors of the product: command line, HTTP service and the page. All is decided in scoring and vision."""

import os

# numpy's threads wait busily for each other, and its sums are small here: on one thread a dungeon takes a third of the
# work. It reads this when it is imported, which everything of `api` comes before.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
