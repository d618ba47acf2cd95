/**
 * The addresses of the page. Usually they are paths of the server. In a folder of files no server
 * knows these paths, so there they stand behind the "#", and the folder may lie anywhere.
 */

/** This page is from a folder of files, with its own Python. */
export const pocket = typeof document !== "undefined" && document.documentElement.dataset.pocket !== undefined;

/** What an address of the page is as a link. @param {string} path  "/match/7" */
export const link = (path) => (pocket && /^\/(?!api\/)/.test(path) ? `#${path}` : path);

/** Where the page is: "/match/7" and its query. @returns {URL} */
export function here() {
  return pocket
    ? new URL(location.hash.startsWith("#/") ? location.hash.slice(1) : "/", location.origin)
    : new URL(location.href);
}

/**
 * The address of the page to which a link leads; none where it leads elsewhere.
 * @param {HTMLAnchorElement} anchor
 * @returns {string | null}
 */
export function leadsTo(anchor) {
  if (anchor.origin !== location.origin) return null;
  if (pocket)
    return anchor.pathname === location.pathname && anchor.hash.startsWith("#/") ? anchor.hash.slice(1) : null;
  return anchor.hash || /^\/(api|static)\//.test(anchor.pathname) ? null : anchor.pathname + anchor.search;
}

/** Where the browser itself finds a file of a game: a picture, for one. @param {string} path  "/api/…" */
export const file = (path) => (pocket ? new URL(`.${path}`, location.href).href : path);

/** The address to send to somebody else. @param {string} path */
export const whole = (path) => new URL(link(path), location.href).href;

/**
 * The pictures of a table that is being made, as data: addresses; only this page has them.
 * @type {Map<string, string>}
 */
export const ownPictures = new Map();

/** The address of a picture that a scene names. @param {string} name  "game/file.png" */
export function pictureAddress(name) {
  const [game, picture] = name.split("/");
  if (game === "draft") return ownPictures.get(picture) ?? "";
  return file(`/api/games/${encodeURIComponent(game)}/pictures/${encodeURIComponent(picture)}`);
}
