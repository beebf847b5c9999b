"""Bulletins: Markdown that is safe, and pictures that are made anew and gone with their bulletin."""

from __future__ import annotations

import io
import re

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import ExifTags, Image
from rest_framework.test import APIClient

from engine.questions import Refusal
from league.domain import bulletins, pictures
from league.domain.markdown import address_in, as_html, as_text
from league.domain.roles import Forbidden
from league.models import Bulletin, League, Picture, User
from tests.league.conftest import browser, member
from tests.league.pictured import a_photograph

pytestmark = pytest.mark.django_db

NAME = "0123456789abcdef01234567-1200x800.webp"


def shown(text: str) -> str:
    return str(as_html(text, address_in("cup")))


def with_picture(by: User, league: League, text: str = "") -> str:
    return bulletins.with_picture(by, league, text, a_photograph(), 1000, "The pitch")


def name_in(text: str) -> str:
    (name,) = pictures.named_in(text)
    return name


# --- Markdown


def test_a_plain_bulletin_reads_as_it_was_written() -> None:
    assert shown("Round 1.\nPlayed by Friday.\n\nBring dice.") == (
        "<p>Round 1.<br>\nPlayed by Friday.</p>\n<p>Bring dice.</p>"
    )


def test_headings_stand_below_the_title_of_the_bulletin() -> None:
    assert shown("# One\n\n## Two\n\n### Three") == "<h3>One</h3>\n<h3>Two</h3>\n<h4>Three</h4>"


def test_tables_have_heads_and_a_box_that_scrolls() -> None:
    html = shown("| Team | Points |\n|:--|--:|\n| Orcs | 3 |")
    assert html.startswith('<div class="table-box"><table class="table">\n<thead>')
    assert '<th scope="col">Team</th>' in html
    assert "<td>3</td>" in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '<img src="x" onerror="alert(1)">',
        "[click](javascript:alert(1))",
        "[click](data:text/html;base64,PHNjcmlwdD4=)",
        "![x](javascript:alert(1))",
        '![x](picture:"onerror="alert(1))',
        "<a href='javascript:alert(1)'>x</a>",
        '[x](https://example.org/"onmouseover="alert(1))',
        '!["><script>alert(1)</script>](picture:0123456789abcdef01234567-10x10.webp)',
        "| <svg onload=alert(1)> |\n|--|\n| x |",
        "`<iframe src=x>`",
        "<style>body{display:none}</style>",
        "&#x6A;avascript:alert(1) [x](&#x6A;avascript:alert(1))",
    ],
)
def test_nothing_that_is_written_is_run(text: str) -> None:
    html = shown(text)
    tags = re.findall(r"<[^>]*>", html)
    assert not re.search(r"<(script|style|svg|iframe|form|input)", html, re.I)
    assert not any(
        re.search(r"\son\w+\s*=\s*[^\"]*$|javascript:|data:", re.sub(r'"[^"]*"', '""', tag)) for tag in tags
    )
    assert not re.search(r'(href|src)="(?!https?:|mailto:|/l/|#|")[a-z]+:', html)


def test_links_to_elsewhere_are_not_followed_by_machines() -> None:
    assert shown("[the club](https://example.org/)") == (
        '<p><a href="https://example.org/" rel="nofollow noopener">the club</a></p>'
    )


def test_a_picture_keeps_its_room_by_its_name_alone() -> None:
    html = shown(f"![The *pitch*](picture:{NAME})")
    assert f'src="/l/cup/pictures/{NAME}"' in html
    assert 'alt="The pitch"' in html
    assert 'width="1200"' in html
    assert 'height="800"' in html


def test_a_picture_of_another_site_is_a_link_to_it() -> None:
    assert shown("![Seen there](https://example.org/a.png)") == (
        '<p><a href="https://example.org/a.png" rel="nofollow noopener">Seen there</a></p>'
    )


def test_in_plain_text_a_picture_is_its_words() -> None:
    assert as_text(f"**Won!**\n\n![The pitch](picture:{NAME})") == "**Won!**\n\n[The pitch]"


# --- pictures


def test_a_picture_is_made_anew_without_what_the_phone_noted(commissioner: User, league: League) -> None:
    text = with_picture(commissioner, league, "Look:")
    name = name_in(text)
    assert text == f"Look:\n\n![The pitch](picture:{name})\n"
    data = default_storage.open(Picture.objects.get().path).read()
    kept = Image.open(io.BytesIO(data))
    assert (kept.format, kept.size, dict(kept.getexif())) == ("WEBP", (60, 40), {})
    assert b"Secret" not in data
    assert pictures.is_sound(name, data)


def test_a_picture_that_lies_on_its_side_is_put_upright() -> None:
    assert pictures.made_anew(a_photograph(60, 40, orientation=6))[1] == (40, 60)


def test_a_picture_whose_notes_are_damaged_is_put_upright_all_the_same() -> None:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation], exif[ExifTags.Base.ImageWidth] = 6, 60
    # Its width, a number, is said to be a text.
    damaged = exif.tobytes().replace(b"\x01\x00\x00\x04", b"\x01\x00\x00\x02")
    file = io.BytesIO()
    Image.new("RGB", (60, 40)).save(file, "JPEG", exif=damaged)
    file.seek(0)
    assert pictures.made_anew(file)[1] == (40, 60)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_large_pictures_are_made_smaller(kind: str) -> None:
    assert pictures.made_anew(a_photograph(3000, 1000, kind))[1] == (2000, 667)


@pytest.mark.parametrize(
    "file",
    [
        io.BytesIO(b"GIF89a not one of ours"),
        io.BytesIO(b""),
        io.BytesIO(b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
        io.BytesIO(a_photograph(200, 200, "PNG").getvalue()[:60]),
        a_photograph(20, 20, "GIF"),
        a_photograph(20, 20, "TIFF"),
    ],
    ids=["text", "nothing", "svg", "cut", "gif", "tiff"],
)
def test_what_is_no_picture_is_refused_with_a_sentence(file: io.BytesIO) -> None:
    with pytest.raises(Refusal, match="Choose one that is a JPEG, a PNG or a WebP"):
        pictures.made_anew(file)


def test_a_small_file_that_unpacks_to_a_huge_picture_is_refused() -> None:
    bomb = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(bomb, "PNG")
    bomb.seek(0)
    assert len(bomb.getvalue()) < 200_000
    with pytest.raises(Refusal, match="million pixels are allowed"):
        pictures.made_anew(bomb)


def test_a_file_beyond_five_megabytes_is_not_looked_at(commissioner: User, league: League) -> None:
    with pytest.raises(Refusal, match=r"The picture has 5\.7 MB; 5 MB are allowed"):
        pictures.upload(commissioner, league, io.BytesIO(b"x"), 6_000_000)


def test_words_for_those_who_cannot_see_it_are_asked_for(commissioner: User, league: League) -> None:
    with pytest.raises(Refusal, match="what the picture shows"):
        bulletins.with_picture(commissioner, league, "Text", a_photograph(), 1000, " [] ")
    assert not Picture.objects.exists()


def test_only_commissioners_upload(coach: User, league: League) -> None:
    with pytest.raises(Forbidden):
        with_picture(coach, league)


def test_a_published_picture_is_for_every_reader_and_a_waiting_one_for_commissioners(
    commissioner: User, coach: User, league: League
) -> None:
    text = with_picture(commissioner, league)
    address = f"/l/{league.slug}/pictures/{name_in(text)}"
    assert [browser(who).get(address).status_code for who in (commissioner, coach, None)] == [200, 404, 404]
    bulletins.publish(commissioner, league, "Look", text)
    answer = browser(None).get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/webp")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert b"".join(answer.streaming_content)[8:12] == b"WEBP"


def test_pictures_of_a_private_league_do_not_exist_for_strangers(
    private: League, staff: User, stranger: User
) -> None:
    text = with_picture(staff, private)
    bulletins.publish(staff, private, "Look", text)
    address = f"/l/{private.slug}/pictures/{name_in(text)}"
    inside = member(private, "inside", "coach")
    assert [browser(who).get(address).status_code for who in (inside, stranger, None)] == [200, 404, 404]


def test_a_picture_that_is_taken_out_of_the_text_is_gone(
    commissioner: User, league: League, django_capture_on_commit_callbacks
) -> None:
    one, other = with_picture(commissioner, league), with_picture(commissioner, league)
    made = bulletins.publish(commissioner, league, "Two", one + other)
    paths = [picture.path for picture in Picture.objects.order_by("pk")]
    with django_capture_on_commit_callbacks(execute=True):
        bulletins.rewrite(commissioner, league, made.pk, "One", other)
    assert [default_storage.exists(path) for path in paths] == [False, True]
    with django_capture_on_commit_callbacks(execute=True):
        bulletins.delete(commissioner, league, made.pk)
    assert [default_storage.exists(path) for path in paths] == [False, False]
    assert not Picture.objects.exists()


@pytest.mark.parametrize(
    "said", ['![x](picture:{} "The pitch")', "![x](<picture:{}>)", "![x][1]\n\n[1]: picture:{}"]
)
def test_a_picture_belongs_to_a_bulletin_however_markdown_names_it(
    said: str, commissioner: User, league: League
) -> None:
    name = name_in(with_picture(commissioner, league))
    bulletin = bulletins.publish(commissioner, league, "News", said.format(name))
    assert f'/pictures/{name}"' in shown(bulletin.text)
    assert Picture.objects.get().bulletin == bulletin


def test_a_bulletin_cannot_show_what_another_league_has_or_nobody(
    commissioner: User, league: League, private: League, staff: User
) -> None:
    for text in (with_picture(staff, private), f"![x](picture:{NAME})"):
        with pytest.raises(Refusal, match="names a picture that is not here"):
            bulletins.publish(commissioner, league, "Look", text)


# --- the page


def picture_file() -> SimpleUploadedFile:
    return SimpleUploadedFile("pitch.jpg", a_photograph().getvalue(), "image/jpeg")


def test_a_picture_is_added_looked_at_and_published_without_a_script(
    commissioner: User, league: League
) -> None:
    client: Client = browser(commissioner)
    address = f"/l/{league.slug}/bulletins/new/"
    sent = {"title": "", "text": "Look:", "alt": "The pitch", "picture": picture_file(), "add": "1"}
    page = client.post(address, sent)
    assert page.status_code == 200
    text = page.context["form"].initial["text"]
    assert f'src="/l/{league.slug}/pictures/{name_in(text)}"' in page.content.decode()
    page = client.post(address, {"title": "", "text": text})
    assert page.status_code == 400
    assert client.post(address, {"title": "Our pitch", "text": text}).status_code == 302
    assert Bulletin.objects.get().pictures.count() == 1
    assert "/pictures/" in browser(None).get(f"/l/{league.slug}/").content.decode()


def test_a_picture_that_is_refused_leaves_what_was_typed(commissioner: User, league: League) -> None:
    sent = {"title": "T", "text": "Look:", "alt": "x", "picture": SimpleUploadedFile("a.gif", b"GIF89a")}
    page = browser(commissioner).post(f"/l/{league.slug}/bulletins/new/", sent)
    assert page.status_code == 400
    html = page.content.decode()
    assert "Choose one that is a JPEG, a PNG or a WebP." in html
    assert "Look:" in html
    assert not Bulletin.objects.exists()


def test_the_preview_shows_the_text_as_its_readers_will_see_it(commissioner: User, league: League) -> None:
    answer = browser(commissioner).post(f"/l/{league.slug}/bulletins/preview/", {"text": "**Won** <b>"})
    assert "<p><strong>Won</strong> &lt;b&gt;</p>" in answer.content.decode()


def test_the_feed_has_safe_html_with_whole_addresses(commissioner: User, league: League) -> None:
    text = with_picture(commissioner, league, "**Won** <script>")
    bulletins.publish(commissioner, league, "Look", text)
    feed = browser(None).get(f"/l/{league.slug}/feed.atom").content.decode()
    assert "&lt;strong&gt;Won&lt;/strong&gt; &amp;lt;script&amp;gt;" in feed
    assert f"http://testserver/l/{league.slug}/pictures/" in feed


def test_the_api_takes_a_picture_and_gives_the_text_that_shows_it(commissioner: User, league: League) -> None:
    api = APIClient()
    api.force_authenticate(commissioner)
    sent = {"picture": picture_file(), "alt": "The pitch"}
    made = api.post(f"/api/v1/leagues/{league.slug}/pictures/", sent, format="multipart")
    assert made.status_code == 201
    told = api.post(
        f"/api/v1/leagues/{league.slug}/bulletins/", {"title": "Look", "text": made.data["markdown"]}
    )
    assert told.status_code == 201
    assert "<img " in told.data["html"]
