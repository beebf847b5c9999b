"""A commissioner lets a program be told of the league, by thumb and at a desk."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import BOTH_SIZES, fits, log_in
from tests.helpers import a_coach, a_commissioner, a_league
from tests.tournaments.hooked.conftest import receiver as receiver  # the fixture
from tests.tournaments.hooked.receiver import Receiver
from tournaments.domain import webhooks
from tournaments.models import Webhook

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("page", BOTH_SIZES, indirect=True)
def test_a_webhook_is_added_tested_and_read_of_in_its_log(page: Page, receiver: Receiver) -> None:
    league = a_league("Old World")
    log_in(page, a_commissioner(league))
    page.goto(f"/l/{league.slug}/subscriptions/")
    page.get_by_role("link", name="look at the webhooks").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Webhooks")
    fits(page)
    page.get_by_label("Name").fill("Our club")
    page.get_by_label("Another program (JSON)").check()
    page.get_by_label("Address").fill(receiver.address)
    page.get_by_role("button", name="Add it").click()
    expect(page.get_by_role("heading", name="The secret of this webhook")).to_be_visible()
    expect(page.get_by_text(Webhook.objects.get().secret)).to_be_visible()
    fits(page)
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("Waiting")).to_be_visible()
    webhooks.deliver_due()
    page.reload()
    expect(page.get_by_text("Delivered")).to_be_visible()
    expect(page.get_by_text("answered 204")).to_be_visible()
    fits(page)
    assert receiver.events() == ["test"]


def test_a_coach_asks_for_mails_and_for_no_more(page: Page) -> None:
    league = a_league("Old World")
    coach = a_coach(league)
    coach.email = "coach@example.org"
    coach.save()
    log_in(page, coach)
    page.goto(f"/l/{league.slug}/subscriptions/")
    page.get_by_label("After each match of mine").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("After each match of yours a mail will go to coach@example.org.")).to_be_visible()
    page.get_by_label("After each match of mine").uncheck()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Nothing of this league is mailed to you.")).to_be_visible()
    fits(page)
