from __future__ import annotations

import pytest

from tests.matches.career import career as career
from tests.tournaments.annals.known import Known, a_known_season


@pytest.fixture
def known(db: None) -> Known:
    return a_known_season()
