/**
 * What is seldom wanted of the seats, and comes when it is: to sit down, to choose a bot, to give
 * up, and what the lot decided.
 *
 * @import { Seat, Table } from "../types"
 * @import { Match } from "./match.js"
 */
import { get, post } from "../net/api.js";
import { say } from "../say.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { h, tell } from "../ui/dom.js";
import { nameOf } from "../ui/seat.js";
import { remember, remembered } from "../ui/settings.js";

/** Ask whoever sits down for a name. @param {Match} match @param {number} seat */
export function openSeat(match, seat) {
  const name = h("input", {
    type: "text",
    id: "sit-name",
    maxlength: 30,
    autocomplete: "nickname",
    value: remembered("name", ""),
  });
  const form = h(
    "form",
    {
      class: "stacked",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void take();
      },
    },
    h("label", { for: "sit-name", class: "quiet small" }, say("Your name, if you like")),
    name,
    h("div", { class: "row" }, h("button", { type: "submit", class: "main" }, say("Sit down"))),
  );
  const dialog = openDialog(say("Play {seat}", { seat: match.table.seats[seat].called }), [form]);
  async function take() {
    remember("name", name.value.trim());
    try {
      await post(`/api/matches/${match.id}/sit`, { seat, name: name.value.trim() });
      dialog.close();
    } catch (error) {
      tell(error);
    }
  }
}

/** Ask how strong the bot of a seat shall be. @param {Match} match @param {Seat} seat */
export async function openBots(match, seat) {
  try {
    const { levels, programs } = await get(`/api/games/${match.table.game}`);
    const dialog = openDialog(say("A bot for {seat}", { seat: seat.called }), [
      seat.mine && h("p", { class: "quiet" }, say("It plays on in your seat until you take it back.")),
      h(
        "ul",
        { class: "strengths" },
        [...levels, ...programs].map((/** @type {{name: string, title: string, sentence: string}} */ level) =>
          h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                onclick: () => {
                  dialog.close();
                  void match.stewards.ask(seat, { kind: "bot", level: level.name });
                },
              },
              h("strong", {}, level.title),
              h("span", { class: "quiet small" }, level.sentence),
            ),
          ),
        ),
      ),
    ]);
  } catch (error) {
    tell(error);
  }
}

/** Ask whether somebody gives up. @param {Match} match */
export async function resign(match) {
  const mine = match.table.seats.filter((seat) => seat.mine);
  const seat = mine.find((one) => one.to_play) ?? mine[0];
  const give = () => match.deed({ type: "resign", seat: seat.seat, of: match.table.history.of });
  const { seats, endless } = match.table;
  const others =
    seats.length > 2 &&
    !endless &&
    seats.some((one) => one.seat !== seat.seat && (one.kind === "person" || one.plays_for !== null));
  const what = others
    ? say("A bot plays that seat to the end; the others play on.")
    : seats.length > 2
      ? say("The match ends for everybody.")
      : "";
  const asked = say("Shall {name} give up? This cannot be taken back.", { name: nameOf(seat) });
  if (await confirmed([asked, what].filter(Boolean).join(" "), say("Give up"))) give();
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
  return [say("Lots were drawn."), ...said, first].join(" ");
}
