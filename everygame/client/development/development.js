/**
 * A game that somebody writes (`everygame dev`): what the check finds stands beside the board, and
 * each saved change is shown at once.
 */
import { here } from "../net/address.js";
import { carrier } from "../net/carrier.js";
import { say } from "../say.js";
import { h } from "../ui/dom.js";
import { later } from "../world.js";

/** Milliseconds between two questions. */
const PAUSE = 500;

/** @typedef {{game: string, version: number, kind: string, finding: string}} News  in docs/reference/wire.md */

/** @param {HTMLElement} main  where views are shown @param {() => void} renew  shows the view of the address anew */
export function follow(main, renew) {
  const box = h("aside", { class: "development card", "aria-label": say("What the check finds") });
  const place = () => {
    const beside = main.querySelector(".match > .side") ?? main;
    if (box.parentElement !== beside) beside.prepend(box);
  };
  new MutationObserver(place).observe(main, { childList: true });
  place();
  let version = 0;
  const ask = async () => {
    try {
      const { body } = await carrier.ask("GET", "/api/development");
      const news = /** @type {News} */ (JSON.parse(await body.text()));
      tell(box, news);
      // A match that goes on opens its line again by itself; whatever else is shown is asked for anew.
      if (version && news.version !== version && !goesOn(main)) renew();
      version = news.version;
    } catch {
      // The server is away. The match says so, and here the next question finds it again.
    }
    later(() => void ask(), PAUSE);
  };
  void ask();
}

/** Whether a match is shown that is not lost. @param {HTMLElement} main */
const goesOn = (main) => here().pathname.startsWith("/match/") && Boolean(main.querySelector(".match:not(.gone)"));

/** @param {HTMLElement} box @param {News} news */
function tell(box, { game, kind, finding }) {
  const titles = {
    checking: say("Checking {game} …", { game }),
    sound: say("{game} is sound.", { game }),
    fault: say("{game} has a fault.", { game }),
  };
  const text = JSON.stringify([kind, finding]);
  if (box.dataset.told === text) return;
  box.dataset.told = text;
  box.dataset.kind = kind;
  box.setAttribute("aria-live", kind === "checking" ? "off" : "polite");
  box.replaceChildren(
    h("strong", {}, titles[/** @type {keyof titles} */ (kind)]),
    h("p", { class: "small report" }, finding),
  );
}
