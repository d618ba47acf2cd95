/**
 * What a match has more on a server where strangers meet: it is shown to everybody, a host sends
 * somebody away, and people say a few phrases.
 *
 * @import { Table } from "../types"
 * @import { Match } from "./match.js"
 */
import { came, post } from "../net/api.js";
import { say } from "../say.js";
import { iconButton, tell, toast } from "../ui/dom.js";
import { nameOf } from "../ui/seat_name.js";
import { remembered } from "../ui/settings.js";

const strangers = () => came(import("./public_dialogs.js"));
/** Whether phrases are shown here. */
const heard = () => remembered("phrases", "on") === "on";

/** Lists the match among the open invitations, or no more. @param {Match} match */
export function listButton(match) {
  const on = !match.table.public?.listed;
  return iconButton(
    "people",
    on ? say("Show it to everybody") : say("Hide it from others"),
    () => void post(`/api/matches/${match.id}/open`, { on }).catch(tell),
    { "data-key": "listed" },
  );
}

/** For the options. @param {Match} match */
export function publicButtons(match) {
  const { table } = match;
  if (!table.public) return [];
  return [
    table.seats.some((seat) => seat.mine) &&
      iconButton(
        "speak",
        say("Say something"),
        () => void strangers().then(({ openPhrases }) => openPhrases(match, heard())),
        { "data-key": "say" },
      ),
    table.public.host &&
      guests(table).length > 0 &&
      iconButton(
        "close",
        say("Send away"),
        () => void strangers().then(({ openAway }) => openAway(match, guests(table))),
        { "data-key": "away" },
      ),
  ];
}

/** Seats of others. @param {Table} table */
const guests = ({ seats }) => seats.filter((seat) => !seat.mine && (seat.kind === "person" || seat.plays_for !== null));

/** Somebody said a phrase. @param {Table} table @param {Record<string, any>} message */
export function hear(table, message) {
  if (table && heard())
    toast(say("{name}: {words}", { name: nameOf(table.seats[message.seat]), words: message.words }));
}
