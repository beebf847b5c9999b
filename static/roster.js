// The roster in the hands of its coach. Shirts are given out anew by moving lines: by the pointer, by the arrow keys on
// a handle, or by two buttons that a press on it brings. The numbers stay the same; who stands higher wears the lower one.
// Everything is sent at once. Escape puts back the name that is being changed.
"use strict";

(function () {
  document.addEventListener("keydown", (event) => {
    const form = event.target.closest && event.target.closest(".who-form");
    if (event.key === "Escape" && form) form.querySelector("[data-cancel]").click();
  });

  const table = document.querySelector("[data-shirts]");
  const bar = table && document.getElementById(table.dataset.shirts);
  if (!bar) return;
  const body = table.tBodies[0];
  const rows = () => [...body.rows];
  const input = (row) => row.querySelector("input[name^='number-']");
  // While a name is being changed, a field stands in its place, which was filled with it.
  const nameOf = (row) =>
    row.querySelector("[data-name]")?.textContent ?? row.querySelector(".who-form [name=name]").defaultValue;
  const first = rows();
  const worn = first.map((row) => input(row).value);
  const said = document.querySelector("[data-shirts-said]");
  const changes = document.querySelector("[data-changes-said]");
  const words = (text, row) =>
    text.replace("{number}", input(row).value).replace("{name}", nameOf(row));

  function button(kind, label) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = kind;
    made.setAttribute("aria-label", label);
    return made;
  }

  function tell() {
    const numbers = rows()
      .map((row) => input(row).value)
      .sort((one, two) => one - two);
    rows().forEach((row, place) => {
      input(row).value = numbers[place];
      const shown = row.querySelector("[data-number]");
      if (shown) shown.textContent = numbers[place];
      row.querySelector(".grip").setAttribute("aria-label", words(table.dataset.grip, row));
    });
    const changed = first.filter((row, place) => input(row).value !== worn[place]).length;
    bar.hidden = !changed && !bar.hasAttribute("data-always");
    if (changes) changes.textContent = changed ? table.dataset.changes.replace("{n}", changed) : "";
  }

  function move(row, by, focused) {
    const next = rows()[rows().indexOf(row) + by];
    if (!next) return;
    if (by < 0) next.before(row);
    else next.after(row);
    tell();
    if (said) said.textContent = words(table.dataset.moved, row);
    focused.focus();
  }

  const steps = document.createElement("span");
  steps.className = "steps";

  function offer(row, grip) {
    const open = steps.parentElement === row.cells[0];
    for (const other of body.querySelectorAll(".grip")) other.setAttribute("aria-expanded", "false");
    steps.remove();
    if (open) return;
    const up = button("step step-up", words(table.dataset.up, row));
    const down = button("step step-down", words(table.dataset.down, row));
    up.addEventListener("click", () => move(row, -1, up));
    down.addEventListener("click", () => move(row, 1, down));
    steps.replaceChildren(up, down);
    row.cells[0].append(steps);
    grip.setAttribute("aria-expanded", "true");
  }

  // The line moves under the pointer, so that its handle keeps no hold of it: the document hears where it goes.
  function drag(row, grip) {
    const before = rows();
    let moved = false;

    function over(event) {
      const target = rows().find((one) => {
        const box = one.getBoundingClientRect();
        return one !== row && event.clientY >= box.top && event.clientY <= box.bottom;
      });
      if (!target) return;
      moved = true;
      row.classList.add("held");
      const box = target.getBoundingClientRect();
      if (event.clientY < box.top + box.height / 2) target.before(row);
      else target.after(row);
    }

    function end() {
      document.removeEventListener("pointermove", over);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", back);
      document.removeEventListener("keydown", escape);
      row.classList.remove("held");
      if (!moved) return;
      tell();
      if (said) said.textContent = words(table.dataset.moved, row);
      // The click that ends a drag opens no buttons.
      grip.dataset.dragged = "yes";
      setTimeout(() => delete grip.dataset.dragged);
    }

    function back() {
      body.append(...before);
      end();
    }

    function escape(event) {
      if (event.key === "Escape") back();
    }

    document.addEventListener("pointermove", over);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", back);
    document.addEventListener("keydown", escape);
  }

  for (const row of first) {
    const grip = button("grip", words(table.dataset.grip, row));
    grip.setAttribute("aria-expanded", "false");
    grip.addEventListener("pointerdown", (event) => {
      if (event.button === 0) drag(row, grip);
    });
    grip.addEventListener("click", () => {
      if (!grip.dataset.dragged) offer(row, grip);
    });
    grip.addEventListener("keydown", (event) => {
      const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      move(row, by, grip);
    });
    row.cells[0].prepend(grip);
  }

  bar.addEventListener("reset", (event) => {
    event.preventDefault();
    body.append(...first);
    first.forEach((row, place) => {
      input(row).value = worn[place];
    });
    steps.remove();
    tell();
    first[0].querySelector(".grip").focus();
  });
})();
