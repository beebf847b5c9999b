// The screen for a projector: the clock counts down between two looks at the server, and a page that is longer than
// the screen scrolls to its end, waits, and begins again. The page works without it.
"use strict";

(function () {
  const PIXELS_A_SECOND = 60;
  const WAIT = 5000;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  let until = null;
  let waits = Date.now() + WAIT;
  let top = 0;
  let last = performance.now();

  function seen() {
    // How much was left when the server answered: what the clock of this machine says does not matter.
    const clock = document.querySelector(".clock");
    until = clock ? performance.now() + Number(clock.dataset.left) * 1000 : null;
  }

  function told(seconds) {
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  }

  function tick() {
    const clock = document.querySelector(".clock");
    if (!clock || until === null) return;
    const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
    clock.textContent = told(left);
    clock.classList.toggle("over", left === 0);
    clock.classList.toggle("soon", left > 0 && left < 600);
  }

  function scroll(now) {
    const passed = now - last;
    last = now;
    const end = document.documentElement.scrollHeight - window.innerHeight;
    if (end > 0 && Date.now() > waits) {
      if (top >= end) {
        top = 0;
        waits = Date.now() + WAIT;
      } else {
        top = Math.min(end, top + (passed * PIXELS_A_SECOND) / 1000);
        if (top >= end) waits = Date.now() + WAIT;
      }
      window.scrollTo(0, top);
    }
    requestAnimationFrame(scroll);
  }

  function byHand() {
    // Whoever scrolls himself reads for a while.
    waits = Date.now() + 6 * WAIT;
    requestAnimationFrame(() => { top = window.scrollY; });
  }

  document.addEventListener("htmx:afterSettle", seen);
  for (const event of ["wheel", "touchmove", "keydown"]) window.addEventListener(event, byHand, { passive: true });
  seen();
  setInterval(tick, 250);
  if (!still && window.innerWidth > 640) requestAnimationFrame(scroll);
})();
