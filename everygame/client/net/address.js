/**
 * The addresses of the page. Usually they are paths of the server, below the path under which the
 * server itself lies. In a folder of files no server knows these paths, so there they stand behind
 * the "#", and the folder may lie anywhere.
 */

/** This page is from a folder of files, with its own Python. */
export const pocket = typeof document !== "undefined" && document.documentElement.dataset.pocket !== undefined;

/** The path under which the server lies, "/games"; empty where it has its name to itself. */
const base = typeof document === "undefined" ? "" : (document.documentElement.dataset.base ?? "");

/** The version of the page's files and of the pictures of games, by which a browser keeps them. */
const version = /\/static\/([0-9a-f]{16})\//.exec(import.meta.url)?.[1];

/** Where the browser finds what the server calls so. @param {string} path  "/api/library" */
export const served = (path) => (path.startsWith("/") ? base + path : path);

/** What an address of the page is as a link. @param {string} path  "/match/7" */
export const link = (path) => (pocket && /^\/(?!api\/)/.test(path) ? `#${path}` : served(path));

/** Where the page is: "/match/7" and its query. @returns {URL} */
export function here() {
  if (pocket) return new URL(location.hash.startsWith("#/") ? location.hash.slice(1) : "/", location.origin);
  const url = new URL(location.href);
  url.pathname = below(url.pathname) ?? "/";
  return url;
}

/** A path of the server without the path under which it lies; null elsewhere. @param {string} path */
const below = (path) => (path.startsWith(`${base}/`) ? path.slice(base.length) : null);

/**
 * The address of the page to which a link leads; none where it leads elsewhere.
 * @param {HTMLAnchorElement} anchor
 * @returns {string | null}
 */
export function leadsTo(anchor) {
  if (anchor.origin !== location.origin) return null;
  if (pocket)
    return anchor.pathname === location.pathname && anchor.hash.startsWith("#/") ? anchor.hash.slice(1) : null;
  const path = below(anchor.pathname);
  return path === null || anchor.hash || /^\/(api|static)\//.test(path) ? null : path + anchor.search;
}

/** Where the browser itself finds a file of a game: a picture, for one. @param {string} path  "/api/…" */
export const file = (path) => (pocket ? new URL(`.${path}`, location.href).href : served(path));

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
  const asked = version ? `?v=${version}` : "";
  return file(`/api/games/${encodeURIComponent(game)}/pictures/${encodeURIComponent(picture)}${asked}`);
}
