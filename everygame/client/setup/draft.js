/**
 * What a person chose for the next match of a game; kept on this device, so that the next match
 * starts with what was played last.
 *
 * @import { Game } from "../types"
 * @import { Draft, Seat } from "./new_match.js"
 */
import { remember, remembered } from "../ui/settings.js";
import { termsFor } from "./clock_and_terms.js";

/** The option by which colours are chosen beside the seats (everygame/colours.py). */
export const COLOURS = "colours";

/** Whether people choose who begins, or draw lots. @param {Game} game */
export function isOpen(game) {
  return game.first === "open" || game.first === "lot";
}

/** Whether people choose their colours, or draw lots. @param {Game} game */
export function isColoured(game) {
  return game.options.some(({ name }) => name === COLOURS);
}

/** What shall be drawn when the match begins. @param {Game} game @param {Draft} draft */
export function lots(game, { players, begins, colours }) {
  return {
    lot: isOpen(game) && players > 1 && begins === "lot",
    lot_colours: isColoured(game) && players > 1 && colours === "lot",
  };
}

/**
 * The seat of a person of a draft; where lots are drawn it is not known yet.
 * @param {Draft} draft
 * @param {number} index
 */
export function placeOf({ begins, players }, index) {
  return (index - (Number(begins) || 0) + players) % players;
}

/** The people of a draft by their seats. @param {Draft} draft @returns {Seat[]} */
export function seated(draft) {
  const first = Number(draft.begins) || 0;
  const people = draft.seats.slice(0, draft.players);
  return [...people.slice(first), ...people.slice(0, first)];
}

/**
 * Whether something for these numbers of players (none: all) suits this number.
 * @param {number[] | undefined} numbers
 * @param {number} count
 */
export function suits(numbers, count) {
  return !numbers?.length || numbers.includes(count);
}

/**
 * The draft that was kept, or a sensible one: a person here against bots.
 * @param {Game} game
 * @param {number} [count]  the number of players, where it was just chosen
 * @returns {Draft}
 */
export function draftFor(game, count) {
  const kept = read(game.name);
  const players = count ?? (game.players.includes(kept?.players) ? kept.players : game.players[0]);
  const options = Object.fromEntries(
    game.options.flatMap((option) => {
      const value = kept?.options?.[option.name];
      const known = option.choices.find((choice) => choice.value === value);
      const fits = known
        ? suits(known.players, players)
        : option.free && typeof value === "string" && count === undefined;
      const first = option.choices.find((choice) => suits(choice.players, players));
      const usual = option.choices.some((choice) => choice.value === option.default && suits(choice.players, players));
      if (fits) return [[option.name, value]];
      return usual || !first ? [] : [[option.name, first.value]];
    }),
  );
  const begins = isOpen(game) ? String(kept?.begins ?? (game.first === "lot" ? "lot" : "0")) : "0";
  return {
    players,
    options,
    seats: seats(game, players, kept?.seats ?? []),
    begins: begins === "lot" || Number(begins) < players ? begins : "0",
    colours: kept?.colours === "lot" ? "lot" : "",
    terms: termsFor(kept?.terms),
  };
}

/** @param {Game} game @param {number} players @param {Partial<Seat>[]} kept @returns {Seat[]} */
function seats(game, players, kept) {
  const level = game.levels[Math.floor((game.levels.length - 1) / 2)]?.name ?? "";
  const kinds = ["person", "bot", "open"];
  const usualColours = (game.options.find((option) => option.name === COLOURS)?.default ?? "").split(" ");
  const mine = kept.map((seat) => seat.colour ?? "").slice(0, players);
  const colours = mine.length === players && mine.every(Boolean) ? mine : usualColours;
  return Array.from({ length: players }, (_, i) => {
    const old = kept[i] ?? {};
    const usual = i === 0 || !game.levels.length ? "person" : "bot";
    const kind = kinds.includes(old.kind ?? "") && (old.kind !== "bot" || level) ? String(old.kind) : usual;
    const known = [...game.levels, ...game.programs].some((one) => one.name === old.level);
    return {
      kind: players === 1 ? "person" : kind,
      name: String(old.name ?? ""),
      level: known ? String(old.level) : level,
      colour: colours[i] ?? "",
    };
  });
}

/** @param {string} name @returns {any} */
function read(name) {
  try {
    return JSON.parse(remembered(`draft.${name}`, "null"));
  } catch {
    return null;
  }
}

/** @param {Game} game @param {Draft} draft */
export function keepDraft(game, draft) {
  remember(`draft.${game.name}`, JSON.stringify(draft));
}

/** The options as the server reads them. @param {Game} game @param {Draft} draft @returns {Record<string, string>} */
export function optionValues(game, draft) {
  const fitting = game.options.filter((option) => suits(option.players, draft.players));
  const chosen = fitting.flatMap(({ name }) =>
    draft.options[name] === undefined ? [] : [[name, draft.options[name]]],
  );
  const colours = fitting.some(({ name }) => name === COLOURS)
    ? {
        [COLOURS]: seated(draft)
          .map((seat) => seat.colour)
          .join(" "),
      }
    : {};
  return { players: String(draft.players), ...Object.fromEntries(chosen), ...colours };
}
