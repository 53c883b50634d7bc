// The board: picking, dragging, drafts of a set-up, the keyboard, and the tabs of the narrow table.
// Everything is delegated to the document, so that pieces may be replaced at any time; a piece that
// plays an action carries data-act, and whoever sends actions listens for clicks on it.

/** @returns {HTMLElement | null} the table of the page */
const table = () => document.querySelector(".tbl, .gtbl");

/** The group that is picked, or nothing. @type {string | null} */
let picked = null;

/** The ghosts that a draft of a set-up makes bad. @type {Set<string>} */
const bad = new Set();

/** @param {Element} element @returns {boolean} whether it can be seen */
const isShown = (element) => element.getClientRects().length > 0;

/** Shows the targets of the picked group and hides all others. */
function applyPick() {
  const root = table();
  if (!root) return;
  let isThere = false;
  for (const element of root.querySelectorAll("[data-pick]")) {
    const isPicked = element.getAttribute("data-pick") === picked;
    isThere ||= isPicked;
    element.setAttribute("aria-pressed", String(isPicked));
  }
  if (!isThere) picked = null;
  for (const element of root.querySelectorAll("[data-group]")) {
    element.classList.toggle("open", picked !== null && element.getAttribute("data-group") === picked);
  }
  applyRoving();
}

/** @param {string | null} group */
function pick(group) {
  picked = picked === group ? null : group;
  applyPick();
}

/** Leaves one tab stop in every group of targets. */
function applyRoving() {
  for (const group of document.querySelectorAll("[data-roving]")) {
    const targets = rovers(group);
    const stop = targets.find((element) => element === document.activeElement) ?? targets[0];
    for (const element of targets) element.setAttribute("tabindex", element === stop ? "0" : "-1");
  }
}

/** @param {Element} group @returns {Element[]} what the arrow keys reach */
function rovers(group) {
  return [...group.querySelectorAll("[role=button], [role=checkbox]")].filter(isShown);
}

/** The nearest target in a direction. @param {Element} from @param {string} key */
function neighbour(from, key) {
  const group = from.closest("[data-roving]");
  if (!group) return null;
  const centre = (/** @type {Element} */ element) => {
    const box = (element.querySelector(".ghit, .chit") ?? element).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = centre(from);
  const [right, down] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  let best = null;
  let least = Infinity;
  for (const element of rovers(group)) {
    if (element === from) continue;
    const [toX, toY] = centre(element);
    const along = (toX - x) * right + (toY - y) * down;
    const across = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
    if (along < 1) continue;
    const cost = along + 2 * across;
    if (cost < least) [best, least] = [element, cost];
  }
  return best;
}

/** Writes the draft of a set-up into the board and its form. */
function applySetup() {
  const form = document.querySelector("form[data-draft=setup]");
  if (!form) return bad.clear();
  for (const element of document.querySelectorAll("[data-toggle]")) {
    element.setAttribute("aria-checked", String(bad.has(element.getAttribute("data-toggle") ?? "")));
  }
  const count = form.querySelector("[data-count]");
  const text = count?.getAttribute("data-count-text")?.replace("#", String(bad.size));
  if (count && count.textContent !== text) count.textContent = text ?? "";
  const send = /** @type {HTMLButtonElement | null} */ (form.querySelector("[data-send]"));
  if (!send) return;
  send.disabled = bad.size !== Number(form.getAttribute("data-size"));
  if (send.disabled) delete send.dataset.act;
  else send.dataset.act = form.getAttribute("data-prefix") + [...bad].sort().join("");
}

/** @param {string[]} letters */
function setBad(letters) {
  bad.clear();
  for (const letter of letters) bad.add(letter);
  applySetup();
}

/** Four ghosts at random, by the browser's own numbers: nobody else knows them. */
function randomSetup() {
  const letters = [...document.querySelectorAll("[data-toggle]")].map((element) => element.getAttribute("data-toggle") ?? "");
  const keyed = letters.map((letter) => [crypto.getRandomValues(new Uint32Array(1))[0], letter]);
  keyed.sort((one, two) => Number(one[0]) - Number(two[0]));
  setBad(keyed.slice(0, 4).map((pair) => String(pair[1])));
}

/** @param {Element} element */
function press(element) {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

document.addEventListener("click", (event) => {
  const at = /** @type {Element | null} */ (event.target instanceof Element ? event.target : null);
  if (!at) return;
  const sheet = at.closest("[data-sheet]");
  const root = table();
  if (sheet && root) {
    root.dataset.show = sheet.getAttribute("data-sheet") ?? "act";
    for (const tab of root.querySelectorAll("[data-sheet]")) tab.setAttribute("aria-pressed", String(tab === sheet));
    return;
  }
  const preset = at.closest("[data-preset]");
  if (preset) return setBad([...(preset.getAttribute("data-preset") ?? "")]);
  if (at.closest("[data-random]")) return randomSetup();
  const toggle = at.closest("[data-toggle]");
  if (toggle) {
    const letter = toggle.getAttribute("data-toggle") ?? "";
    if (!bad.delete(letter)) bad.add(letter);
    return applySetup();
  }
  const first = at.closest("[data-pick]");
  if (first) return pick(first.getAttribute("data-pick"));
  if (at.closest("[data-act]")) picked = null;
});

/** The piece that is dragged, and whether it has moved. @type {{ from: Element, x: number, y: number, moved: boolean } | null} */
let drag = null;

document.addEventListener("pointerdown", (event) => {
  const from = event.target instanceof Element ? event.target.closest(".piece[data-pick], .piece[data-toggle]") : null;
  drag = from && event.isPrimary ? { from, x: event.clientX, y: event.clientY, moved: false } : null;
});

document.addEventListener("pointermove", (event) => {
  if (!drag || drag.moved || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
  drag.moved = true;
  document.documentElement.classList.add("dragging");
  const group = drag.from.getAttribute("data-pick");
  if (group && picked !== group) pick(group);
});

document.addEventListener("pointerup", (event) => {
  const dragged = drag;
  drag = null;
  document.documentElement.classList.remove("dragging");
  if (!dragged?.moved) return;
  // The click that follows a drag is no click.
  document.addEventListener("click", (click) => click.isTrusted && click.stopPropagation(), { capture: true, once: true });
  setTimeout(() => document.dispatchEvent(new Event("dragdone")), 0);
  const over = document.elementFromPoint(event.clientX, event.clientY);
  const from = dragged.from.getAttribute("data-toggle");
  const to = over?.closest("[data-toggle]")?.getAttribute("data-toggle");
  if (from && to && from !== to && bad.has(from) !== bad.has(to)) {
    const [was, will] = bad.has(from) ? [from, to] : [to, from];
    bad.delete(was);
    bad.add(will);
    return applySetup();
  }
  const target = over?.closest(".target[data-act]");
  if (target) press(target);
});

document.addEventListener("keydown", (event) => {
  const at = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey || !(at instanceof Element)) return;
  const isTyping = at.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
  if (event.key === "Escape" && picked !== null) {
    const first = document.querySelector(`[data-pick="${CSS.escape(picked)}"]`);
    pick(null);
    if (first instanceof SVGElement || first instanceof HTMLElement) first.focus();
    return;
  }
  if (at.matches("g[role=button], g[role=checkbox]") && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    const group = at.getAttribute("data-pick");
    press(at);
    // From a piece the focus goes on to where it may go.
    if (group !== null && picked === group) {
      const target = document.querySelector(`.target.open[data-group="${CSS.escape(group)}"]`);
      if (target instanceof SVGElement) target.focus();
    }
    return;
  }
  if (event.key.startsWith("Arrow") && at.closest("[data-roving]")) {
    const next = neighbour(at, event.key);
    if (next instanceof SVGElement || next instanceof HTMLElement) {
      event.preventDefault();
      at.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    }
    return;
  }
  if (isTyping || event.key.length !== 1 || document.documentElement.dataset.keys === "off") return;
  const target = [...document.querySelectorAll(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`)].find(isShown);
  if (!(target instanceof HTMLElement) || target.matches(":disabled")) return;
  event.preventDefault();
  if (target.matches("button")) target.click();
  else target.focus();
});

// What a place yields is told under the board, by pointer and by focus alike.
for (const kind of ["focusin", "pointerover"]) {
  document.addEventListener(kind, (event) => {
    const tip = document.querySelector("[data-tip]");
    const at = event.target instanceof Element ? event.target.closest("#board [aria-label][role=button], #board [aria-label][role=checkbox]") : null;
    if (tip) tip.textContent = at?.getAttribute("aria-label") ?? "";
  });
}

/** Brings a table that was replaced back to what was picked and drafted. */
function refresh() {
  applyPick();
  applySetup();
  for (const list of document.querySelectorAll("[data-scroll-end]")) {
    if (!(list instanceof HTMLElement) || list.dataset.scrolled === String(list.childElementCount)) continue;
    list.dataset.scrolled = String(list.childElementCount);
    list.scrollTop = list.scrollHeight;
  }
}

new MutationObserver((changes) => {
  if (changes.some((change) => change.addedNodes.length > 0)) refresh();
}).observe(document.body, { childList: true, subtree: true });
refresh();
