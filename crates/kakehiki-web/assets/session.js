// Who is at this page: tokens from the fragment of its address, and requests that show them.
//
// A browser never sends the fragment of an address. It is taken away here at once, so that it stays
// out of the history, and kept in the browser's own storage: the owner's token for all pages of
// this browser, the token of a seat for this tab.

const OWNER = "kakehiki.owner";
const SEAT = "kakehiki.token.";
const GAMES = "kakehiki.games";

/** @param {Storage} storage @param {string} key @returns {string | null} */
function read(storage, key) {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {Storage} storage @param {string} key @param {string} value */
function keep(storage, key, value) {
  try {
    storage.setItem(key, value);
  } catch {
    // Without storage the page works until it is left.
  }
}

/** The seats that the address of this page brought. @type {Map<string, string[]>} */
const brought = new Map();

function takeFragment() {
  const given = new URLSearchParams(location.hash.slice(1));
  const owner = given.get("owner");
  const tokens = given.get("t");
  if (owner) keep(localStorage, OWNER, owner);
  const match = document.body.dataset.match;
  if (tokens && match) {
    brought.set(match, tokens.split(","));
    keep(sessionStorage, SEAT + match, tokens);
  }
  if (owner || tokens) history.replaceState(history.state, "", location.pathname + location.search);
}

/** @returns {string | null} the owner's token, if this browser has it */
export function owner() {
  return read(localStorage, OWNER);
}

/**
 * The tokens of the seats of a match that this tab plays; several where people share a device.
 * @param {string} match
 * @returns {string[]}
 */
export function seatTokens(match) {
  const here = brought.get(match) ?? read(sessionStorage, SEAT + match)?.split(",");
  if (here?.length) return here;
  try {
    const games = JSON.parse(read(localStorage, GAMES) ?? "{}");
    const token = games?.[match]?.token;
    return typeof token === "string" && token ? token.split(",") : [];
  } catch {
    return [];
  }
}

/** @param {string} match @returns {string | null} */
export function seatToken(match) {
  return seatTokens(match)[0] ?? null;
}

/**
 * Asks the server; what it refuses is thrown with its words.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {string | null} [token]
 * @returns {Promise<any>}
 */
export async function api(method, path, body, token = owner()) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: "omit",
    cache: "no-store",
  });
  const text = await answer.text();
  const isJson = (answer.headers.get("Content-Type") ?? "").startsWith("application/json");
  const told = isJson && text ? JSON.parse(text) : text;
  if (!answer.ok) {
    const error = new Error(told?.text ?? answer.statusText);
    error.name = told?.code ?? "refused";
    throw error;
  }
  return told;
}

takeFragment();
