"""Every text that a person sees is marked for translation: in templates, and in what Python says to people."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.template.base import Lexer, TokenType

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"

IN_ENGLISH_ALONE = ("drf_spectacular/", "league/styleguide")
"""Pages for programmers: the documentation of the API, and the components of the pages, which production has not."""

NAMES = set(
    "API Atom CSV Discord Dugout JSON K Markdown NAF PDF SVG UTC XML iCalendar typst "
    "English Čeština Polski Magyar".split()
)
"""What is called so in every language."""

ATTRIBUTES = re.compile(
    r"""\b(?:title|aria-label|aria-description|aria-roledescription|placeholder|alt|label)="([^"]*)\"""",
    re.S,
)
DESCRIPTION = re.compile(
    r"""<meta\b[^>]*?(?:name="description"|property="og:(?:title|description|site_name|image:alt)")"""
    r"""[^>]*?content="([^"]*)\"""",
    re.S,
)
UNSPOKEN = re.compile(r"<!--.*?-->|<(script|style|code)\b.*?</\1>|<!doctype[^>]*>", re.S | re.I)
TAG = re.compile(r"<[^<>]*>", re.S)
OF_A_TAG = re.compile(r"""[\w-]+="[^"]*"|\b(?:data|hx|aria)-[\w-]+""")
"""What stands in a template that is included within a tag."""
ENTITY_OR_PATH = re.compile(r"&#?\w+;|\w+/\w+(?:/\w+)*")
WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")

GIVEN = re.compile(r"""(?<![\w(])(\w+)=("[^"]*"|'[^']*')""")
SPOKEN_ARGUMENTS = {
    "label",
    "title",
    "heading",
    "caption",
    "help",
    "empty",
    "legend",
    "text",
    "told",
    "summary",
}
FILTERS = re.compile(
    r"""\|(default|default_if_none|pluralize|yesno|join|add):("[^"]*"|'[^']*')|\|(pluralize)(?!:)"""
)


def words_of(text: str) -> list[str]:
    """The words of a text that are no names."""
    return [word for word in WORD.findall(ENTITY_OR_PATH.sub(" ", text)) if word not in NAMES]


def unmarked_in(source: str, *, markup: bool = True) -> Iterator[str]:
    """Texts of a template that no translator is asked about.

    What template tags say is replaced by a mark, so that ``<p class="{% if x %}out{% endif %}">`` stays one tag.
    """
    seen: list[str] = []
    waiting_for: str | None = None
    for token in Lexer(source).tokenize():
        if waiting_for:
            waiting_for = None if token.contents.split()[:1] == [waiting_for] else waiting_for
        elif token.token_type is TokenType.TEXT:
            seen.append(token.contents)
        elif token.token_type is TokenType.BLOCK:
            name = token.split_contents()[0]
            if name in ("blocktranslate", "blocktrans", "comment"):
                waiting_for = f"end{name}"
            yield from _unmarked_arguments(token.contents)
            seen.append("\x00")
        elif token.token_type is TokenType.VAR:
            yield from _unmarked_arguments(token.contents)
            seen.append("\x00")
    text = "".join(seen)
    if not markup:
        yield from (line.strip() for line in text.splitlines() if words_of(line))
        return
    text = UNSPOKEN.sub(lambda found: "", text)
    spoken = [
        *ATTRIBUTES.findall(text),
        *DESCRIPTION.findall(text),
        *(OF_A_TAG.sub(" ", piece) for piece in TAG.split(text)),
    ]
    for piece in spoken:
        if words_of(piece):
            yield " ".join(piece.replace("\x00", " … ").split())


def _unmarked_arguments(tag: str) -> Iterator[str]:
    """``with label="Text"``, and filters that speak: ``|default:"nobody"``, ``|pluralize``."""
    name = tag.split()[0]
    if name in ("include", "with"):
        for key, text in GIVEN.findall(tag):
            if words_of(text) and (key in SPOKEN_ARGUMENTS or " " in text):
                yield f"{key}={text}"
    if name in ("if", "elif", "url"):
        return
    for filtered, text, plural in FILTERS.findall(tag):
        if plural or filtered == "pluralize" or words_of(text):
            yield f"{tag}: {filtered or plural}"


def templates() -> list[str]:
    kinds = ("*.html", "*.txt", "*.xml")
    found = (path.relative_to(TEMPLATES).as_posix() for kind in kinds for path in TEMPLATES.rglob(kind))
    return sorted(name for name in found if not name.startswith(IN_ENGLISH_ALONE))


@pytest.mark.parametrize("name", templates())
def test_every_text_of_a_template_is_marked(name: str) -> None:
    source = (TEMPLATES / name).read_text(encoding="utf-8")
    assert list(unmarked_in(source, markup=not name.endswith(".txt"))) == []


def test_a_text_that_is_not_marked_is_found() -> None:
    source = """{% load i18n %}<p class="{% if bad %}bad{% endif %}" title="Told">{{ name }} scores{# so #}.</p>
    <td>{% translate "Points" %}</td>{% blocktranslate %}All of it{% endblocktranslate %}
    <meta name="viewport" content="width=device-width">{{ team|default:"nobody" }}
    {% include "x.html" with label="Now" other=_("Then") %}"""
    assert list(unmarked_in(source)) == ['team|default:"nobody": default', 'label="Now"', "Told", "… scores."]


# --- Python ----------------------------------------------------------------------------------------------------

MARKS = {
    "_",
    "gettext",
    "gettext_lazy",
    "ngettext",
    "ngettext_lazy",
    "pgettext",
    "pgettext_lazy",
    "npgettext",
}
REFUSING = {"Refusal", "Conflict", "Forbidden", "NotVisible", "ValidationError"}
MESSAGES = {"success", "error", "info", "warning"}
FIELD_TEXTS = {"label", "help_text", "empty_label", "error_messages", "choices"}


def modules() -> list[str]:
    """The modules of the apps that speak to people: no tests, migrations, or commands."""
    found = (path.relative_to(ROOT).as_posix() for app in APPS for path in (ROOT / app).rglob("*.py"))
    unsaid = {"migrations", "management", "tests"}
    return sorted(
        name for name in found if not unsaid & set(name.split("/")) and not name.startswith(IN_ENGLISH_ALONE)
    )


APPS = ("league", "teams", "matches", "tournaments")


@pytest.mark.parametrize("name", modules())
def test_every_text_that_python_says_is_marked(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    assert list(unmarked_texts_of(tree)) == []


def unmarked_texts_of(tree: ast.Module) -> Iterator[str]:
    """``12: There is no such team``: the line, and a text that is said there without a mark."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for text in _texts_said_by(node):
                yield from (f"{text.lineno}: {said}" for said in _unmarked(text))
            if _name_of(node.func) in MARKS:
                yield from (f"{node.lineno}: {fault}" for fault in _wrongly_marked(node))
        elif isinstance(node, ast.ClassDef) and any("Form" in ast.unparse(base) for base in node.bases):
            yield from _fields_without_label(node)
        elif isinstance(node, ast.ClassDef) and any("Choices" in ast.unparse(base) for base in node.bases):
            for made in node.body:
                if isinstance(made, ast.Assign) and isinstance(made.value, ast.Tuple):
                    yield from (f"{made.lineno}: {said}" for said in _unmarked(made.value.elts[-1]))


def _fields_without_label(form: ast.ClassDef) -> Iterator[str]:
    """Their label would be the name of the field, in English."""
    for made in form.body:
        match made:
            case ast.Assign(value=ast.Call(func=ast.Attribute(value=ast.Name(id="forms")), keywords=given)):
                if not any(one.arg == "label" or "Hidden" in ast.unparse(one.value) for one in given):
                    yield f"{made.lineno}: {ast.unparse(made.targets[0])} has no label"


def _name_of(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _texts_said_by(call: ast.Call) -> Iterator[ast.expr]:
    name = _name_of(call.func)
    root = (
        call.func.value.id
        if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name)
        else ""
    )
    if name in REFUSING and "serializers" not in root:
        yield from call.args[:1]
    elif root == "messages" and name in MESSAGES:
        yield from call.args[1:2]
    elif root == "forms":
        yield from (given.value for given in call.keywords if given.arg in FIELD_TEXTS)


def _unmarked(text: ast.expr) -> Iterator[str]:
    """Literals with words in them, wherever the expression takes its text from."""
    match text:
        case ast.Constant(value=str() as said) if words_of(said):
            yield said
        case ast.JoinedStr() if words_of(_literal_parts_of(text)):
            yield ast.unparse(text)
        case ast.IfExp():
            yield from (said for part in (text.body, text.orelse) for said in _unmarked(part))
        case ast.BinOp():
            yield from (said for part in (text.left, text.right) for said in _unmarked(part))
        case ast.BoolOp():
            yield from (said for part in text.values for said in _unmarked(part))
        case ast.Dict():
            yield from (said for part in text.values for said in _unmarked(part))
        case ast.Tuple(elts=[ast.Constant(), label]):
            # A choice: what is stored, and what is shown.
            yield from _unmarked(label)
        case ast.List() | ast.Tuple():
            yield from (said for part in text.elts for said in _unmarked(part))
        case ast.Call(func=ast.Attribute(attr="format", value=value)):
            yield from _unmarked(value)
        case ast.Call(func=ast.Attribute(attr="join"), args=[parts]):
            yield from _unmarked(parts)


def _literal_parts_of(text: ast.JoinedStr) -> str:
    return " ".join(str(part.value) for part in text.values if isinstance(part, ast.Constant))


def _wrongly_marked(call: ast.Call) -> Iterator[str]:
    """No catalogue has a text that is put together before it is looked up."""
    for given in call.args[: 2 if _name_of(call.func).startswith(("ngettext", "pgettext")) else 1]:
        formatted = isinstance(given, ast.Call) and _name_of(given.func) == "format"
        if formatted or isinstance(given, ast.JoinedStr | ast.BinOp):
            yield f"looked up after it was put together: {ast.unparse(given)}"


def test_a_sentence_that_is_not_marked_is_found() -> None:
    tree = ast.parse(
        """
raise Refusal(f"{team} has no gold.")
raise Refusal(_("There is no such team."))
raise Conflict("No." if late else _("Yes."))
messages.success(request, _("{team} is in.").format(team=team))
messages.error(request, _(f"{team} is out."))
forms.CharField(label="Name", choices=[("a", "All")], help_text=_("What it is called."))
class State(models.TextChoices):
    IN = "in", "takes part"
class NameForm(forms.Form):
    name = forms.CharField()
    place = forms.CharField(widget=forms.HiddenInput)
"""
    )
    assert [text.split(": ", 1)[1] for text in unmarked_texts_of(tree)] == [
        "takes part",
        "name has no label",
        "f'{team} has no gold.'",
        "No.",
        "Name",
        "All",
        "looked up after it was put together: f'{team} is out.'",
    ]
