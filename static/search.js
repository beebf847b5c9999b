// The search field in the head of a page: "/" and Ctrl+K open it, arrows go through what was found, Escape closes it.
// What is found comes by htmx; the field works without this.
"use strict";

(function () {
  const field = document.getElementById("site-search");
  const found = document.getElementById("site-found");
  if (!field || !found) return;

  function typing(where) {
    return where.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(where.tagName);
  }

  function open(event) {
    event.preventDefault();
    field.focus();
    field.select();
  }

  function step(event, by) {
    const stops = [field, ...found.querySelectorAll("a")];
    const next = stops[stops.indexOf(document.activeElement) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  document.addEventListener("keydown", (event) => {
    const command = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const inside = event.target === field || found.contains(event.target);
    if (command && event.key.toLowerCase() === "k") open(event);
    else if (event.key === "/" && !event.ctrlKey && !event.metaKey && !typing(event.target)) open(event);
    else if (inside && event.key === "ArrowDown") step(event, 1);
    else if (inside && event.key === "ArrowUp") step(event, -1);
    else if (inside && event.key === "Escape") {
      // The first closes what was found, by leaving it; a field that is left keeps what was typed.
      event.preventDefault();
      document.activeElement.blur();
    }
  });
})();
