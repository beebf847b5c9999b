"""The JSON Schema of a match log. ``python -m engine.match.schema`` prints ``docs/match-log.schema.json``."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from engine.match.log import FORMATS, MatchLog


def match_log_schema() -> dict[str, Any]:
    """JSON Schema 2020-12 of the document, with the descriptions of the values it is made of."""
    schema = msgspec.json.schema(MatchLog)
    schema["$defs"]["MatchLog"]["properties"]["format"] = {"enum": list(FORMATS)}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def document() -> bytes:
    return msgspec.json.format(msgspec.json.encode(match_log_schema()), indent=2) + b"\n"


if __name__ == "__main__":
    sys.stdout.buffer.write(document())
