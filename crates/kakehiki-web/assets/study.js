// The study: consent, the sheets of a participant, the questions at the table, the researcher's page.
import { copy, fill } from "./pages.js";
import { owner } from "./session.js";

const TOKEN = "kakehiki.participant";

/** The token of the participant: from its link, or as this tab knows it. The link keeps it in the part
 * that browsers do not send. */
function participant() {
  const given = new URLSearchParams(location.hash.slice(1)).get("p");
  if (given) sessionStorage.setItem(TOKEN, given);
  return given ?? sessionStorage.getItem(TOKEN);
}

/** @param {string} token */
function ownLink(token) {
  return `${location.origin}/study/take#p=${token}`;
}

/** @param {string} method
 * @param {string} path
 * @param {any} [body]
 * @param {string | null} [token] */
async function ask(method, path, body, token) {
  const answer = await fetch(path, {
    method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) {
    const refused = await answer.json().catch(() => ({ text: answer.statusText }));
    throw new Error(refused.text);
  }
  return answer.headers.get("Content-Type")?.includes("json") ? answer.json() : answer.text();
}

/** @param {ParentNode | null | undefined} near
 * @param {unknown} error */
function showProblem(near, error) {
  const place = near?.querySelector("[data-problem]");
  if (!(place instanceof HTMLElement)) return;
  const problem = error instanceof Error ? error.message : String(error);
  place.textContent = fill(place.dataset.bad, { problem });
  place.hidden = false;
}

// --- consent -----------------------------------------------------------------------------------

const consent = document.getElementById("consent");
consent?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const simulated = new URLSearchParams(location.search).has("simulated");
  try {
    const lang = document.documentElement.lang;
    const order = { agree: true, ...(simulated ? { simulated } : {}) };
    const begun = await ask("POST", `/study/begin?lang=${lang}`, order, simulated ? owner() : null);
    location.assign(begun.link);
  } catch (error) {
    showProblem(consent, error);
  }
});

// --- a participant -----------------------------------------------------------------------------

const place = document.getElementById("stage");
const table = document.querySelector("[data-study-table]");
const token = participant();

let asks = 0;
const shown = { ask: 0, answers: 0 };

/** Asks the server, and shows the stage that it tells. An answer that was overtaken by a newer one
 * must not bring back a sheet that was already filled in.
 * @param {string} method @param {string} path @param {any} [body] */
async function proceed(method, path, body) {
  const number = ++asks;
  const stage = await ask(method, path, body, token);
  const isOld = stage.answers === shown.answers ? number < shown.ask : stage.answers < shown.answers;
  if (isOld) return;
  shown.ask = number;
  shown.answers = stage.answers;
  show(stage);
}

/** Puts the sheet of the stage into the page, or goes to the table and back.
 * @param {any} stage */
function show(stage) {
  if (!place) return;
  if (stage.language !== document.documentElement.lang) {
    // The pages of a participant speak its language, on every device.
    document.cookie = `lang=${stage.language}; Path=/; Max-Age=31536000; SameSite=Strict`;
    location.reload();
    return;
  }
  document.documentElement.dataset.stage = stage.stage;
  document.documentElement.dataset.answers = String(stage.answers);
  const isAtTable = stage.stage === "asked" || stage.stage === "play";
  if (!table) {
    if (isAtTable) {
      location.assign(stage.table);
      return;
    }
    const bar = document.getElementById("study-bar");
    if (bar) bar.innerHTML = stage.bar;
    place.innerHTML = stage.html;
  } else {
    const asked = document.getElementById("asked");
    const over = document.getElementById("game-over");
    const isAsked = stage.stage === "asked";
    const form = place.querySelector("form");
    // What is being answered is not replaced.
    if (!isAsked) place.replaceChildren();
    else if (form?.dataset.turn !== String(stage.turn)) place.innerHTML = stage.html;
    if (asked) asked.hidden = !isAsked;
    table.toggleAttribute("hidden", isAsked);
    over?.toggleAttribute("hidden", isAtTable);
  }
  for (const field of document.querySelectorAll("[data-own-link]")) {
    if (token) /** @type {HTMLInputElement} */ (field).value = ownLink(token);
  }
}

async function look() {
  await proceed("GET", "/study/stage");
}

if (place) {
  // A link that leads nowhere is answered by a sheet that says so.
  look().catch((error) => { place.textContent = error.message; });
}

if (table && token) {
  let due = 0;
  // Whatever happens at the table may begin a turn or end the game.
  new MutationObserver(() => {
    clearTimeout(due);
    due = window.setTimeout(() => look().catch(() => undefined), 60);
  }).observe(document.documentElement, { attributeFilter: ["data-seq", "data-conn"] });
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !token) return;
  const isAnswer = form.id === "questions";
  if (!isAnswer && form.id !== "questionnaire") return;
  event.preventDefault();
  const given = Object.fromEntries(new FormData(form));
  const body = isAnswer ? { ...given, turn: Number(form.dataset.turn) } : given;
  try {
    await proceed("POST", isAnswer ? "/study/answer" : "/study/finish", body);
  } catch (error) {
    showProblem(form, error);
  }
});

document.addEventListener("click", async (event) => {
  if (!(event.target instanceof Element)) return;
  const target = /** @param {string} what */ (what) =>
    /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(what));
  const paused = document.getElementById("paused");
  if (target("[data-pause]") && paused) {
    paused.hidden = false;
    /** @type {HTMLElement | null} */ (paused.querySelector("[data-resume]"))?.focus();
  }
  if (target("[data-resume]") && paused) paused.hidden = true;
  const link = target("[data-copy-link]");
  if (link && token) await copy(link, ownLink(token));
  const sitter = target("[data-sit]");
  if (sitter && token) {
    try {
      await proceed("POST", "/study/sit", {});
    } catch (error) {
      showProblem(place, error);
    }
  }
  const stopper = target("[data-stop]");
  if (stopper && token) {
    // Two steps, so that nobody stops by a slip of the hand.
    if (!stopper.classList.contains("btn--sure")) {
      stopper.classList.add("btn--sure");
      const before = stopper.textContent;
      stopper.textContent = stopper.dataset.sure ?? before;
      setTimeout(() => {
        stopper.classList.remove("btn--sure");
        stopper.textContent = before;
      }, 4000);
      return;
    }
    await ask("POST", "/study/stop", {}, token);
    location.assign(`/study/take#p=${token}`);
  }
  if (target("#game-over") && token) {
    event.preventDefault();
    location.assign(`/study/take#p=${token}`);
  }
});

// --- researchers -------------------------------------------------------------------------------

const researcher = document.getElementById("researcher");

async function list() {
  const key = owner();
  if (!researcher || !key) return;
  researcher.innerHTML = await ask("GET", "/study/researcher/list", undefined, key);
  const invite = researcher.querySelector("[data-invite]");
  if (invite) invite.textContent = `${location.origin}/study`;
}

if (researcher) {
  list().catch((error) => { researcher.textContent = error.message; });
  researcher.addEventListener("click", async (event) => {
    if (!(event.target instanceof Element)) return;
    const inviter = /** @type {HTMLElement | null} */ (event.target.closest("[data-copy-invite]"));
    if (inviter) await copy(inviter, `${location.origin}/study`);
    const button = /** @type {HTMLElement | null} */ (event.target.closest("[data-file]"));
    if (!button) return;
    const answer = await fetch(`/study/researcher/file/${button.dataset.file}`, {
      headers: { Authorization: `Bearer ${owner()}` },
    });
    const download = document.createElement("a");
    download.href = URL.createObjectURL(await answer.blob());
    download.download = (button.dataset.file ?? "").replace("/", "-");
    download.click();
    URL.revokeObjectURL(download.href);
  });
}
