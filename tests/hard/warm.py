"""What a service loads at its first requests, loaded once before it is started again and again."""

import api.http.running
import api.reading.desk
import api.terminal.commands.serve
from scoring.games import load

_game = load("rollplayer")
_state = _game.state.model_validate({"players": [{"name": "Ann"}, {"name": "Bob"}]})
_game.problems(_state, _game.catalogue)
_game.score(_state, _game.catalogue)

__all__ = ["api"]
