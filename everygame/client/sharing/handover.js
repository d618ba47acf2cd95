/**
 * Handing a seat to another device, by a link or a picture of it.
 *
 * @import { Seat, ShownMatch } from "../types"
 */
import { post } from "../net/api.js";
import { say } from "../say.js";
import { openDialog } from "../ui/dialog.js";
import { fill, h, tell } from "../ui/dom.js";
import { nameOf } from "../ui/seat_name.js";
import { linkBox } from "./link.js";
import { networkSwitch } from "./network.js";

/** Ask which seat goes to another device, where there are several. @param {ShownMatch} match */
export function handOver(match) {
  const host = h("div", { class: "stacked" });
  const seats = match.table.seats.filter((seat) => seat.mine || seat.kind === "open");
  if (seats.length === 1) {
    openLink(match, seats[0], say("A seat for another device"));
    return;
  }
  fill(
    host,
    h(
      "p",
      { class: "quiet small" },
      say("Whoever opens the link on another device plays this seat from there. It works once."),
    ),
    h(
      "div",
      { class: "row" },
      seats.map((seat) =>
        h("button", { type: "button", onclick: () => void invite(match, seat.seat, host) }, nameOf(seat)),
      ),
    ),
  );
  openDialog(say("Which seat goes to another device?"), [host]);
}

/**
 * Show the link and the picture that hand a seat over.
 * @param {ShownMatch} match
 * @param {number} seat
 * @param {HTMLElement} host
 */
async function invite(match, seat, host) {
  try {
    const link = await post(`/api/matches/${match.id}/invite`, { seat });
    fill(
      host,
      h(
        "p",
        {},
        say("For {name}: open this link on the other device, or point its camera at the square. It works once.", {
          name: nameOf(match.table.seats[seat]),
        }),
      ),
      link.note && h("p", { class: "note small" }, link.note),
      link.switch && networkSwitch(false, () => invite(match, seat, host)),
      linkBox(link),
    );
  } catch (error) {
    tell(error);
  }
}

/** For a seat that waits for somebody. @param {ShownMatch} match @param {Seat} seat */
export function openInvitation(match, seat) {
  openLink(match, seat, say("Invite {name}", { name: seat.called })).dataset.freeSeat = String(seat.seat);
}

/** @param {ShownMatch} match @param {Seat} seat @param {string} title */
function openLink(match, seat, title) {
  const host = h("div", { class: "stacked" });
  const dialog = openDialog(title, [host]);
  void invite(match, seat.seat, host);
  return dialog;
}
