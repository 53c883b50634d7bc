// The replay page: going through a game, and opening a log from elsewhere.
import { copy, fill, keepGame } from "./pages.js";
import { api, owner } from "./session.js";

const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-replay]"));

/** How long a position is looked at before the agents are asked about it, in milliseconds. */
const MOMENT = 250;

/** @param {HTMLElement} page */
function replay(page) {
  const id = page.dataset.replay;
  const last = Number(page.dataset.of);
  let at = Number(page.dataset.at);
  let seenAs = page.dataset.as ?? "all";
  let wanted = at;
  let isLoading = false;
  let timer = 0;
  let asking = 0;
  const bar = /** @type {HTMLElement} */ (page.querySelector(".scrub"));
  const range = /** @type {HTMLInputElement} */ (page.querySelector("[data-scrub]"));
  const output = /** @type {HTMLElement} */ (page.querySelector("[data-position]"));
  const player = /** @type {HTMLElement} */ (page.querySelector('[data-go="play"]'));
  const speed = /** @type {HTMLSelectElement} */ (page.querySelector("[data-speed]"));
  const numbers = /** @param {string | undefined} text */ (text) =>
    (text ?? "").split(" ").filter(Boolean).map(Number);
  const turns = numbers(bar.dataset.turns);
  const deals = numbers(bar.dataset.deals);
  const lies = numbers(bar.dataset.lies);

  /** What positions were worth, once it is known. @type {{ positions: number[], strips: string[], swings: number[] }} */
  let course = { positions: [], strips: [], swings: [] };

  /** Shows what the position was worth, or the last one before it that was measured. */
  const showWorth = () => {
    const strip = page.querySelector("[data-strip]");
    const found = course.positions.findLastIndex((position) => position <= at);
    if (strip && course.strips.length > 0) strip.innerHTML = course.strips[Math.max(found, 0)];
  };
  const loadWorth = async () => {
    const answer = await fetch(`/replay/${id}/worth?lang=${document.documentElement.lang}`);
    if (!answer.ok) return page.querySelector("[data-strip]")?.remove();
    const found = await answer.json();
    course = found;
    for (const part of ["graph", "turning"]) {
      const place = page.querySelector(`[data-${part}]`);
      if (place) place.innerHTML = found[part];
    }
    page.querySelector("[data-turnings]")?.removeAttribute("hidden");
    const button = page.querySelector('[data-go="next-swing"]');
    button?.toggleAttribute("hidden", found.swings.length === 0);
    showWorth();
    page.dataset.worth = "known";
  };

  /** The address of what is shown, which opens the same position again. */
  const address = () => {
    const here = new URL(location.href);
    here.searchParams.set("at", String(at));
    here.searchParams.set("as", seenAs);
    return here;
  };

  const show = () => {
    range.value = String(at);
    range.setAttribute("aria-valuetext", fill(output.dataset.words, { at, of: last }));
    output.textContent = fill(output.dataset.words, { at, of: last });
    page.dataset.at = String(at);
    showWorth();
    const picture = page.querySelector("[data-picture]");
    if (picture instanceof HTMLAnchorElement) {
      picture.href = `/replay/${id}/picture?at=${at}&as=${encodeURIComponent(seenAs)}`;
    }
    history.replaceState(null, "", address());
  };

  /** @param {import("./pieces.js").Piece[]} pieces */
  const put = (pieces) => {
    for (const piece of pieces) {
      const place = document.getElementById(piece.id);
      if (place && place.innerHTML !== piece.html) place.innerHTML = piece.html;
    }
  };

  /** Asks the agents what they think, where a position stays for a moment. */
  const askThoughts = () => {
    clearTimeout(asking);
    if (seenAs !== "all") return;
    asking = window.setTimeout(async () => {
      const goal = at;
      const query = new URLSearchParams({ at: String(goal), as: seenAs, lang: document.documentElement.lang, thoughts: "true" });
      const answer = await fetch(`/replay/${id}/frame?${query}`).catch(() => null);
      const frame = answer?.ok ? await answer.json() : null;
      if (!frame || at !== goal || wanted !== goal || seenAs !== "all") return;
      put(frame.fragments);
      page.dataset.thoughts = String(goal);
    }, MOMENT);
  };

  /** Fetches the wanted position; while one is on its way, only the last wish counts. */
  const load = async () => {
    if (isLoading) return;
    isLoading = true;
    document.documentElement.dataset.conn = "connecting";
    try {
      for (let done = false; !done;) {
        const goal = wanted;
        const as = seenAs;
        const lang = document.documentElement.lang;
        const query = new URLSearchParams({ at: String(goal), as, lang });
        const answer = await fetch(`/replay/${id}/frame?${query}`);
        if (!answer.ok) throw new Error(answer.statusText);
        const frame = await answer.json();
        put(frame.fragments);
        at = frame.at;
        document.documentElement.dataset.seq = String(frame.seq);
        show();
        done = goal === wanted && as === seenAs;
      }
      document.documentElement.dataset.conn = "open";
    } catch {
      document.documentElement.dataset.conn = "lost";
      pause();
    }
    isLoading = false;
    askThoughts();
  };

  /** @param {number} goal */
  const go = (goal) => {
    wanted = Math.min(Math.max(goal, 0), last);
    load();
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    player.textContent = player.dataset.play ?? "";
  };
  const play = () => {
    if (wanted >= last) go(0);
    player.textContent = player.dataset.pause ?? "";
    timer = window.setInterval(() => {
      if (isLoading) return;
      if (wanted >= last) pause();
      else go(wanted + 1);
    }, Number(speed.value));
  };
  /** @param {number[]} places */
  const next = (places) => places.find((place) => place > wanted) ?? last;
  /** @type {Record<string, () => void>} */
  const ways = {
    first: () => go(0),
    back: () => go(wanted - 1),
    forward: () => go(wanted + 1),
    last: () => go(last),
    "turn-back": () => go([...turns].reverse().find((turn) => turn < wanted) ?? 0),
    "turn-forward": () => go(next(turns)),
    "next-deal": () => go(next(deals)),
    "next-lie": () => go(next(lies)),
    "next-swing": () => go(next(course.swings)),
    play: () => (timer ? pause() : play()),
  };
  page.addEventListener("click", async (event) => {
    if (!(event.target instanceof Element)) return;
    const button = /** @type {HTMLElement | null} */ (event.target.closest("[data-go]"));
    if (button) {
      const way = button.dataset.go ?? "";
      if (way !== "play" && timer) pause();
      ways[way]?.();
    }
    const here = /** @type {HTMLElement | null} */ (event.target.closest("[data-copy-here]"));
    if (here) await copy(here, address().href);
    const goal = event.target.closest("[data-goto]");
    if (goal) go(Number(goal.getAttribute("data-goto")));
    const branch = event.target.closest("[data-branch], [data-again]");
    if (branch) {
      const seat = /^\d+$/.test(seenAs) ? { seat: Number(seenAs) } : {};
      const from = Number(branch.getAttribute("data-again") ?? at);
      const made = await api("POST", `/replay/${id}/branch`, { at: from, ...seat });
      const game = page.dataset.game ?? "";
      keepGame(made.id, { game, token: made.token, place: made.place, others: [], at: Date.now() });
      location.assign(`/table/${made.id}#t=${made.token}`);
    }
  });
  range.addEventListener("input", () => go(Number(range.value)));
  speed.addEventListener("change", () => { if (timer) { pause(); play(); } });
  page.querySelector("[data-see-as]")?.addEventListener("change", (event) => {
    seenAs = /** @type {HTMLSelectElement} */ (event.target).value;
    load();
  });
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    const isTyping = field instanceof HTMLElement && field.matches("input:not([type=range]), select, textarea");
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
    const letters = document.documentElement.dataset.keys !== "off";
    /** @type {Record<string, string>} */
    const keys = { Home: "first", End: "last", ...(letters ? { "[": "back", "]": "forward" } : {}) };
    const way = keys[event.key];
    if (way) {
      event.preventDefault();
      ways[way]();
    }
  });
  document.documentElement.dataset.conn = "open";
  loadWorth();
  askThoughts();
}

if (page) replay(page);

const opener = document.getElementById("open-log");
if (opener instanceof HTMLFormElement) {
  opener.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = /** @type {HTMLElement} */ (opener.querySelector("[data-problem]"));
    const field = /** @type {HTMLInputElement} */ (opener.querySelector("input[type=file]"));
    const file = field.files?.[0];
    if (!file) return;
    problem.hidden = true;
    try {
      const headers = owner() ? { Authorization: `Bearer ${owner()}` } : undefined;
      const answer = await fetch("/api/v1/logs", { method: "POST", body: file, headers });
      const body = await answer.json();
      if (!answer.ok) throw new Error(body.text);
      location.assign(`/replay/${body.id}`);
    } catch (error) {
      problem.textContent = fill(problem.dataset.bad, { problem: error instanceof Error ? error.message : "" });
      problem.hidden = false;
    }
  });
}
