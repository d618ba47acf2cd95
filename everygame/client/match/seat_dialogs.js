/**
 * What is seldom wanted of the seats, and comes when it is: to sit down, to choose a bot, to give
 * up, and what the lot decided.
 *
 * @import { Seat, Table } from "../types"
 * @import { Match } from "./match.js"
 */
import { get, post } from "../net/api.js";
import { say } from "../say.js";
import { askName, confirmed, openDialog } from "../ui/dialog.js";
import { h, list, row, submitButton, tell } from "../ui/dom.js";
import { nameOf } from "../ui/seat_name.js";
import { sentences } from "../ui/sentences.js";
import { remember, remembered } from "../ui/settings.js";

/** Ask whoever sits down for a name. @param {Match} match @param {number} seat */
export function openSeat(match, seat) {
  const field = { id: "sit-name", maxlength: 30, autocomplete: "nickname", value: remembered("name", "") };
  const button = row(submitButton(say("Sit down")));
  const title = say("Play {seat}", { seat: match.table.seats[seat].called });
  askName(title, say("Your name, if you like"), field, button, async (name) => {
    remember("name", name);
    await post(`/api/matches/${match.id}/sit`, { seat, name });
  });
}

/** Ask how strong the bot of a seat shall be. @param {Match} match @param {Seat} seat */
export async function openBots(match, seat) {
  try {
    const { levels, programs } = await get(`/api/games/${match.table.game}`);
    const choose = (/** @type {string} */ level) => {
      dialog.close();
      void match.standIns.ask(seat, { kind: "bot", level });
    };
    const dialog = openDialog(say("A bot for {seat}", { seat: seat.called }), [
      seat.mine && h("p", { class: "quiet" }, say("It plays on in your seat until you take it back.")),
      strengths([...levels, ...programs], choose),
    ]);
    if (seat.kind === "open") dialog.dataset.freeSeat = String(seat.seat);
  } catch (error) {
    tell(error);
  }
}

/**
 * @param {{name: string, title: string, sentence: string}[]} levels
 * @param {(level: string) => void} choose
 */
function strengths(levels, choose) {
  const items = levels.map(({ name, title, sentence }) => {
    const words = [h("strong", {}, title), h("span", { class: "quiet small" }, sentence)];
    return h("li", {}, h("button", { type: "button", onclick: () => choose(name) }, words));
  });
  return list("strengths", items);
}

/** Ask whether somebody gives up. @param {Match} match */
export async function resign(match) {
  const mine = match.table.seats.filter((seat) => seat.mine);
  const seat = mine.find((one) => one.to_play) ?? mine[0];
  const asked = say("Shall {name} give up? This cannot be taken back.", { name: nameOf(seat) });
  if (await confirmed(sentences([asked, afterwards(match.table, seat)]), say("Give up")))
    match.deed({ type: "resign", seat: seat.seat, of: match.table.history.of });
}

/** What becomes of a match of more than two when somebody gives up. @param {Table} table @param {Seat} seat */
function afterwards({ seats, endless }, seat) {
  if (seats.length <= 2) return "";
  const goesOn =
    !endless && seats.some((one) => one.seat !== seat.seat && (one.kind === "person" || one.plays_for !== null));
  return goesOn ? say("A bot plays that seat to the end; the others play on.") : say("The match ends for everybody.");
}

/** Ask whether a match ends so, where nobody else is asked. @param {"stop" | "draw"} what */
export function isSure(what) {
  return what === "stop"
    ? confirmed(say("Stop without a result?"), say("Stop"))
    : confirmed(say("End in a draw?"), say("Draw"));
}

/** What the lot decided, when a match begins. @param {Table} table */
export function lotFell({ seats }) {
  const alone = seats.filter((seat) => seat.mine).length === 1;
  const isYou = (/** @type {Seat} */ seat) => seat.mine && alone;
  const said = seats
    .filter((seat) => isYou(seat) || nameOf(seat) !== seat.called)
    .map((seat) =>
      isYou(seat)
        ? say("You are {seat}.", { seat: seat.called })
        : say("{name} is {seat}.", { name: nameOf(seat), seat: seat.called }),
    );
  const first = isYou(seats[0]) ? say("You begin.") : say("{name} begins.", { name: nameOf(seats[0]) });
  return sentences([say("Lots were drawn."), ...said, first]);
}
