/*
A match by thumb. Every answer goes into a queue that is kept on this device, and from there to the site, one after
the other. Where the network fails they wait, and say so; the page tells what is true, and nothing is counted here.

An answer carries a key, so that one which was sent twice is stored once, and the question that it answers: reports
of what happened may run ahead of questions that are still to be asked, dice and choices may not. What is refused
stays in the list with its words until somebody enters it anew or drops it.

Without this script every form here works as it stands.
*/
(() => {
  "use strict";

  const night = document.getElementById("night");
  const LONGEST_WAIT = 60000;
  const PATIENCE = 20000;
  const REPORT = "play";

  // --- tapping -------------------------------------------------------------------------------------------------------

  /** One pad for many dice: each tap fills the next box. */
  function tapPad(button) {
    const boxes = [...button.form.querySelectorAll("input.die")];
    const next = boxes.findIndex((box) => box.value === "");
    if (button.value !== "") {
      if (next >= 0) boxes[next].value = button.value;
      return;
    }
    const last = next < 0 ? boxes.length - 1 : next - 1;
    if (last >= 0) boxes[last].value = "";
  }

  const picked = (form, name) => form.querySelector(`[name="${name}"]:checked`);

  /** Whether a report names everybody whom its deed asks for. */
  function complete(form) {
    const deed = picked(form, "deed");
    if (!deed) return false;
    const [side, what] = deed.value.split(":");
    const sides = what === "casualty" ? ["home", "away"] : [side];
    return sides.every((one) => picked(form, one));
  }

  function clear(form, names) {
    for (const name of names) {
      const one = picked(form, name);
      if (one) one.checked = false;
    }
  }

  document.addEventListener("click", (event) => {
    const pad = event.target.closest("[data-pad] button");
    if (pad) return tapPad(pad);
    const board = event.target.closest(".board");
    if (!board) return;
    if (event.target.closest("button[type=reset]")) {
      // The turn that was tapped stays.
      event.preventDefault();
      clear(board, ["deed", "home", "away"]);
      return;
    }
    // A keyboard moves through radio buttons without deciding anything: only a finger or a mouse sends at once.
    const tile = event.target.closest(".tile, .deed");
    if (!tile || !board.matches("[data-answer]") || event.detail === 0) return;
    setTimeout(() => {
      if (tile.matches(".deed")) {
        clear(board, ["home", "away"]);
        // The players are to be in sight, and not the head of the site.
        if (night?.getBoundingClientRect().top > 0) night.scrollIntoView({ block: "start" });
      } else if (complete(board)) board.requestSubmit(board.querySelector(".send button"));
    });
  });

  if (!night) return;

  // --- the queue -----------------------------------------------------------------------------------------------------

  const says = document.getElementById("night-says");
  const waiting = document.getElementById("night-waiting");
  const place = `night ${night.dataset.who} ${location.pathname}`;
  let queue = kept();
  let sending = false;
  let offline = false;
  let trouble = "";
  let pause = 0;
  let timer = 0;
  let lastBoard = null;

  function kept() {
    try {
      return JSON.parse(localStorage.getItem(place)) || [];
    } catch {
      return [];
    }
  }

  function keep() {
    try {
      if (queue.length) localStorage.setItem(place, JSON.stringify(queue));
      else localStorage.removeItem(place);
    } catch {
      // A browser that keeps nothing still sends what it has in hand.
    }
  }

  const wizard = () => document.getElementById("wizard");
  const newKey = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  /** The words on the page for what is being sent, without notes and pictures. */
  function wordsOf(element) {
    if (!element) return "";
    const copy = element.cloneNode(true);
    for (const part of copy.querySelectorAll(".tile-note, .face-means, .under, .badge, svg")) part.remove();
    const words = [...copy.childNodes].map((part) => part.textContent.trim()).filter(Boolean);
    return words.join(" ").replace(/\s+/g, " ");
  }

  function describe(form, button) {
    const heading = wordsOf(document.querySelector("#wizard .asked"));
    if (!form.matches(".board")) {
      const shown = button && button.name ? wordsOf(button) : "";
      const dice = [...form.querySelectorAll("input.die")].map((box) => box.value).join(" ");
      const ticked = [...form.querySelectorAll("label:has(:checked)")].map(wordsOf).join(", ");
      const said = shown || dice || ticked || (button ? wordsOf(button) : "");
      return `${heading}: ${said}`;
    }
    if (button && button.name === "kind") return wordsOf(button);
    const deed = picked(form, "deed");
    // The key Enter sends a board of which nothing is picked: the site says what is missing.
    if (!deed) return heading;
    const names = ["home", "away"].map((side) => picked(form, side)).filter((one) => one && one.offsetParent);
    const turn = picked(form, "turn");
    const half = picked(form, "half");
    const when = [half && wordsOf(half.parentNode), turn && `${night.dataset.turn} ${turn.value}`].filter(Boolean);
    const who = names.map((one) => wordsOf(one.parentNode)).join(", ");
    return `${wordsOf(deed.parentNode)}: ${who} (${when.join(", ")})`;
  }

  function fieldsOf(form, button) {
    const data = new FormData(form, button && button.name ? button : undefined);
    data.delete("csrfmiddlewaretoken");
    data.delete("version");
    return [...data].map(([name, value]) => [name, String(value)]);
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.closest("#wizard")) return;
    if (form.matches("[data-undo]")) {
      event.preventDefault();
      takeBack(form, event.submitter);
    } else if (form.matches("[data-answer]")) {
      event.preventDefault();
      if (form.matches(".board") || !asking()) enter(form, event.submitter);
    }
  });

  /** A question whose answer is on its way takes no other. */
  function busy(form, is) {
    form?.classList.toggle("sending", is);
    for (const one of document.querySelectorAll("#wizard [data-answer]:not(.board) button")) one.disabled = is;
  }

  const asking = () => document.querySelector("#wizard .sending");

  /** An answer goes to the end of the queue; where the queue is held up, before what holds it. */
  function enter(form, button) {
    const asked = form.matches(".board") ? REPORT : wizard().dataset.asked;
    const item = {
      key: newKey(),
      address: form.getAttribute("action"),
      fields: fieldsOf(form, button),
      asked,
      version: wizard().dataset.version,
      words: describe(form, button),
      waited: offline,
      refused: false,
    };
    const held = queue.findIndex((one) => (asked === REPORT ? one.refused : heldBack(one)));
    queue.splice(held < 0 ? queue.length : held, 0, item);
    keep();
    if (form.matches(".board")) nextReport(form, button);
    else busy(form, true);
    show();
    pump();
  }

  /** The board is ready for what happens next, in the turn that it is; the half is that after a half-time. */
  function nextReport(form, button) {
    clear(form, ["deed", "home", "away"]);
    const inOpponents = form.querySelector("[name=opponents_turn]");
    if (inOpponents) inOpponents.checked = false;
    if (button && button.value === "half_time") {
      for (const [name, value] of [["half", "2"], ["turn", "1"]]) {
        const one = form.querySelector(`[name="${name}"][value="${value}"]`);
        if (one) one.checked = true;
      }
    }
  }

  async function takeBack(form, button) {
    // What was refused, and what waits behind it, stays in the list, which has buttons of its own.
    const refused = queue.findIndex((one) => one.refused);
    const last = (refused < 0 ? queue.length : refused) - 1;
    if (last > 0 || (last === 0 && !sending)) {
      const [taken] = queue.splice(last, 1);
      keep();
      if (taken.asked !== REPORT) busy(asking(), false);
      return show();
    }
    if (sending) return;
    sending = true;
    const { version } = wizard().dataset;
    const result = await post(form.getAttribute("action"), fieldsOf(form, button), version);
    sending = false;
    if (result.page) swap(result.page);
    if (result.taken) follow(version);
    if (!result.page) trouble = result.gone ? night.dataset.noUndo : result.login ? night.dataset.login : night.dataset.strange;
    show();
    trouble = "";
    if (queue.length) pump();
  }

  /** The token of now: whoever has logged in again, in another tab, has another than the page was made with. */
  const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] ?? "";

  /** What the site made of it: a `page` to show, `taken` or not; else that it is `gone`, or wants a `login`. */
  async function post(address, fields, version, key) {
    const body = new URLSearchParams(fields);
    body.set("version", version);
    if (key) body.set("key", key);
    body.set("csrfmiddlewaretoken", token());
    let answer;
    let text;
    try {
      answer = await fetch(address, {
        method: "POST",
        body,
        headers: { "HX-Request": "true" },
        signal: AbortSignal.timeout(PATIENCE),
      });
      text = await answer.text();
    } catch {
      return { gone: true };
    }
    if (answer.status >= 500 || answer.status === 429) return { gone: true };
    if (answer.headers.has("HX-Redirect")) return { login: true };
    const page = new DOMParser().parseFromString(text, "text/html");
    return page.getElementById("wizard") ? { page, taken: answer.ok } : {};
  }

  function later() {
    offline = true;
    for (const item of queue) item.waited = true;
    keep();
    pause = Math.min(pause ? pause * 2 : 2000, LONGEST_WAIT);
    clearTimeout(timer);
    timer = setTimeout(pump, pause);
  }

  /** Whether an answer is not to be sent now: it was refused, or is a report and something else is asked first. */
  function heldBack(item) {
    return item.refused || (item.asked === REPORT && wizard().dataset.asked !== REPORT);
  }

  /**
   * Reports that were made at a version of the log follow it through our own changes. Where somebody else has changed
   * it they keep theirs, so that the site refuses them until somebody has looked.
   */
  function follow(version) {
    for (const item of queue) {
      if (item.asked === REPORT && item.version === version) item.version = wizard().dataset.version;
    }
    keep();
  }

  /** Whoever sends what was refused has seen the log as it stands, and what waits behind it. */
  function lookedAt() {
    for (const item of queue) if (item.asked === REPORT) item.version = wizard().dataset.version;
  }

  async function pump() {
    if (sending || !queue.length || heldBack(queue[0])) return show();
    if (navigator.onLine === false) {
      later();
      return show();
    }
    sending = true;
    const [item] = queue;
    const result = await post(item.address, item.fields, item.version, item.key);
    sending = false;
    if (result.gone || result.login) {
      later();
      trouble = result.login ? night.dataset.login : "";
      return show();
    }
    offline = false;
    pause = 0;
    trouble = "";
    if (result.page && (result.taken || (!item.waited && queue.length === 1))) {
      // What was refused just now is on the page, filled as it was, beside what is wrong with it. Where more has been
      // entered behind it, it keeps its place.
      queue = queue.filter((one) => one !== item);
    } else {
      item.refused = true;
      if (!result.page) trouble = night.dataset.strange;
    }
    keep();
    if (result.page) swap(result.page);
    if (result.taken) follow(item.version);
    const board = document.querySelector("#wizard .board");
    if (item.refused && board) clear(board, ["deed", "home", "away"]);
    show();
    if (result.taken && queue.length) pump();
  }

  // --- the page ------------------------------------------------------------------------------------------------------

  function swap(page) {
    const before = wizard();
    const after = document.importNode(page.getElementById("wizard"), true);
    const begun = before.querySelector(".board");
    if (begun) lastBoard = begun.cloneNode(true);
    const keyboard = before.contains(document.activeElement) && document.activeElement.matches(":focus-visible");
    before.replaceWith(after);
    carryOver(begun, after.querySelector(".board"));
    const inForce = document.getElementById("in-force");
    const force = page.getElementById("in-force");
    if (inForce && force) {
      force.removeAttribute("hx-swap-oob");
      inForce.replaceWith(document.importNode(force, true));
    }
    window.htmx?.process(after);
    night.scrollIntoView({ block: "start" });
    tell(after, keyboard);
  }

  /** What was begun while the last answer was on its way goes on. */
  function carryOver(begun, board) {
    if (!begun || !board || !picked(begun, "deed")) return;
    for (const name of ["half", "turn", "deed", "home", "away", "cause", "mishap", "offence"]) {
      const one = picked(begun, name);
      const same = one && board.querySelector(`[name="${name}"][value="${one.value}"]:not(:disabled)`);
      if (same) same.checked = true;
    }
  }

  function tell(after, keyboard) {
    const heading = after.querySelector(".asked, .problem-box h2");
    const score = after.querySelector(".tally");
    const problem = after.querySelector(".problem-box .problems");
    says.textContent = [problem, score, heading].map(wordsOf).filter(Boolean).join(". ");
    if (keyboard && heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  }

  function waits(number) {
    const plural = new Intl.PluralRules(document.documentElement.lang || "en").select(number);
    const { waitsOne, waitsFew, waitsMany } = night.dataset;
    const words = { one: waitsOne, few: waitsFew }[plural] ?? waitsMany;
    return words.replace(/\d+/, number);
  }

  function element(name, words, className = "") {
    const made = document.createElement(name);
    made.textContent = words;
    made.className = className;
    return made;
  }

  function button(words, act) {
    const made = element("button", words, "button button-plain button-small");
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  /** The list of what waits; nothing is shown of an answer that is just on its way. */
  function show() {
    goOn();
    const refused = queue.filter((one) => one.refused).length;
    const held = queue.length > 0 && !refused && queue[0].asked === REPORT && wizard().dataset.asked !== REPORT;
    waiting.replaceChildren();
    waiting.hidden = !(queue.length && (offline || refused || held)) && !trouble;
    if (waiting.hidden) return;
    if (trouble) waiting.append(element("p", trouble));
    if (queue.length) {
      const stuck = refused ? night.dataset.refused : night.dataset.first;
      if (offline && !trouble) waiting.append(element("p", waits(queue.length), "waiting-count"));
      const why = refused || held ? stuck : night.dataset.kept;
      const fold = element("details", "");
      fold.open = refused > 0;
      fold.append(element("summary", why, "small"));
      const list = element("ul", "", "waiting-list");
      for (const item of queue) list.append(line(item));
      fold.append(list);
      waiting.append(fold);
    }
  }

  /** While the answer to a question waits for the network, play goes on: what happens is reported on the board. */
  function goOn() {
    const card = document.querySelector("#wizard .night-card");
    const ahead = card?.querySelector(".board.ahead");
    if (!asking()) ahead?.remove();
    if (!offline || !lastBoard || !card || !asking() || card.querySelector(".board")) return;
    const board = lastBoard.cloneNode(true);
    board.classList.add("ahead");
    clear(board, ["deed", "home", "away"]);
    card.append(board);
  }

  function line(item) {
    const made = element("li", "");
    made.append(element("span", item.words, item.refused ? "waiting-refused" : ""));
    const acts = element("span", "", "cluster");
    // Dice and choices that were refused answer a question that is gone: they can only be dropped.
    if (item.refused ? item.asked === REPORT : offline && item === queue[0]) {
      acts.append(
        button(night.dataset.again, () => {
          if (item.refused) lookedAt();
          item.refused = false;
          pause = 0;
          pump();
        }),
      );
    }
    acts.append(
      button(night.dataset.drop, () => {
        if (sending && item === queue[0]) return;
        queue = queue.filter((one) => one !== item);
        keep();
        if (item.asked !== REPORT) busy(asking(), false);
        show();
        pump();
      }),
    );
    made.append(acts);
    return made;
  }

  window.addEventListener("online", () => {
    pause = 0;
    pump();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) pump();
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "wizard") tell(wizard(), false);
  });

  offline = queue.length > 0;
  show();
  pump();
})();
