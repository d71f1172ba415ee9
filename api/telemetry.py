"""What a running service tells those who run it: figures for Prometheus, and logs as JSON. Both are off by default."""

from __future__ import annotations

import json
import logging
import sys
import time
from importlib.util import find_spec
from typing import Any

from api.errors import UserError
from scoring.words import say

LOG = logging.getLogger("tally")
PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every record of the logging library has; all else is ours to tell."""
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class JsonLines(logging.Formatter):
    """One JSON object per line: when, how grave, where from, what, and all that was told with it."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line."""
        more = {name: value for name, value in vars(record).items() if name not in PLAIN}
        told = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
            **more,
        }
        if record.exc_info and record.exc_info[0] is not None:
            told["error"] = record.exc_info[0].__name__
        return json.dumps(told, ensure_ascii=False, default=str)


def log_as_json() -> None:
    """Write logs as JSON to the error output, requests and readings included; no names of players, no addresses."""
    out = logging.StreamHandler(sys.stderr)
    out.setFormatter(JsonLines())
    logging.basicConfig(handlers=[out], level=logging.WARNING, force=True)
    LOG.setLevel(logging.INFO)


class Figures:
    """Counters and clocks for Prometheus, answered on a port of their own that nobody need be let in to."""

    def __init__(self, port: int, host: str = "127.0.0.1") -> None:
        if find_spec("prometheus_client") is None:
            raise UserError(say("Figures need a part more. Install it in Tally's folder with: pip install '.[club]'"))
        import prometheus_client as prometheus

        self._requests = prometheus.Histogram(
            "tally_request_seconds", "Requests by route and status", ["method", "route", "status"], buckets=BUCKETS
        )
        self._readings = prometheus.Histogram(
            "tally_reading_seconds", "Pictures read, by kind of work", ["work"], buckets=BUCKETS
        )
        try:
            prometheus.start_http_server(port, addr=host)
        except OSError as error:
            told = {"port": port, "reason": error.strerror or str(error)}
            raise UserError(say("Port {port} for figures cannot be opened: {reason}.", **told)) from None

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._requests.labels(method, route, str(status)).observe(seconds)

    def reading(self, work: str, seconds: float, answered: bool = True) -> None:
        """A picture was read."""
        self._readings.labels(work).observe(seconds)


def request_log(method: str, route: str, status: int, seconds: float) -> None:
    """A line about a request: the pattern of its address, never the address itself."""
    told: dict[str, Any] = {"method": method, "route": route, "status": status, "seconds": round(seconds, 4)}
    LOG.getChild("http").info("request", extra=told)
