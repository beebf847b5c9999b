"""One measured number and the promise that it is held against."""

from __future__ import annotations

import resource
from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Figure:
    """``at`` says on which side of the target the promise holds; without a target the figure only informs."""

    bench: str
    figure: str
    value: float
    unit: str
    target: float | None = None
    at: Literal["least", "most"] = "most"

    @property
    def holds(self) -> bool | None:
        if self.target is None:
            return None
        return self.value >= self.target if self.at == "least" else self.value <= self.target

    def as_object(self) -> dict[str, Any]:
        shown = asdict(self) | {"value": round(self.value, 3), "holds": self.holds}
        del shown["at"]
        return shown

    def as_line(self) -> str:
        if self.target is None:
            promise = ""
        else:
            promise = f"at {self.at} {self.target:,g}: {'holds' if self.holds else 'DOES NOT HOLD'}"
        return f"{self.bench:<18} {self.figure:<44} {self.value:>12,.2f} {self.unit:<8} {promise}".rstrip()


def peak() -> float:
    """The most memory that this process has had so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
