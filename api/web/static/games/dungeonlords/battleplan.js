// What a dungeon lord plans for a battle: combat cards as far as they are known, and a plan for every round.

/** @import { GameTable, Player, State } from "../../lib/types.js" */
/** @typedef {{ x: number, y: number, room: string | null, conquered: boolean }} Tile */
/** @typedef {{ id: string }} Named */
/** A piece by its id, also written as "id:more". @typedef {Named | string} Part */
/** @typedef {Player & { dungeon: (Tile | string)[], traps: Part[], party: Part[], monsters: Part[] }} Lord */
/** @typedef {State & { players: Lord[], year: number }} LordsState */
/** @typedef {GameTable<LordsState>} LordsTable */
/** @typedef {{ monster: string, mode: "A" | "B", on: string[] }} Attack */
/** @typedef {{ tile?: string | null, traps: Named[], chosen?: string | null, attacks: Attack[] }} Round */

export const ROUNDS = 4;
export const UNSEEN = "?";
/** Whether a combat card is told by its fatigue alone. @param {string} card */
export const isFatigue = (card) => /^\d$/.test(card);

/** @returns {Round} */
const emptyRound = () => ({ traps: [], attacks: [] });

/** The id of a piece that is written as "id:more" or as an object. @param {Part} part */
export const idOf = (part) => (typeof part === "string" ? part.split(":")[0] : part.id);

/** @param {string[]} ids @param {string} id */
const count = (ids, id) => ids.filter((other) => other === id).length;

/** The plan of one player; it outlives the sheet that shows it, and the page's being loaded again. */
export class BattlePlan {
  /** @param {LordsTable | null} table @param {Lord} example who fights where there is no table */
  constructor(table, example) {
    this.table = table;
    this.example = example;
    this.seat = table?.seat ?? 0;
    this.cards = Array(ROUNDS).fill(UNSEEN);
    this.rounds = [emptyRound()];
    this.recall();
  }

  get lord() {
    return this.table ? this.table.state.players[this.seat] : this.example;
  }

  /** The round that is planned now. */
  get round() {
    return this.rounds[this.rounds.length - 1];
  }

  get place() {
    return `tally-battle-${this.table?.id}-${this.seat}`;
  }

  /** @param {number} seat */
  turnTo(seat) {
    this.seat = seat;
    this.recall();
  }

  recall() {
    const kept = this.table && sessionStorage.getItem(this.place);
    const { cards, rounds } = kept ? JSON.parse(kept) : { cards: Array(ROUNDS).fill(UNSEEN), rounds: [emptyRound()] };
    this.cards = cards;
    this.rounds = rounds;
  }

  keep() {
    if (this.table) sessionStorage.setItem(this.place, JSON.stringify({ cards: this.cards, rounds: this.rounds }));
  }

  beginAgain() {
    sessionStorage.removeItem(this.place);
    this.recall();
  }

  nextRound() {
    this.rounds.push(emptyRound());
    this.keep();
  }

  /** Take over a plan for the whole battle, as the referee writes it. @param {Partial<Round>[]} rounds */
  follow(rounds) {
    this.rounds = rounds.map((round) => ({
      ...round,
      traps: round.traps || [],
      attacks: (round.attacks || []).map((attack) => ({ ...attack, mode: attack.mode || "A", on: attack.on || [] })),
    }));
    this.keep();
  }

  /** Traps that no round of the plan uses yet. */
  get freeTraps() {
    const used = this.rounds.flatMap((round) => round.traps.map(idOf));
    return this.lord.traps.map(idOf).filter((id, index, all) => count(all.slice(0, index + 1), id) > count(used, id));
  }

  /** Traps that a spell may take in this round; one that is played now cannot be lost later in the round. */
  get losableTraps() {
    const losable = [...new Set(this.freeTraps)];
    const { chosen } = this.round;
    if (chosen && this.lord.traps.map(idOf).includes(chosen) && !losable.includes(chosen)) this.round.chosen = null;
    return losable;
  }

  /** The tiles that can still be lost, as players say them. */
  get unconquered() {
    return this.lord.dungeon
      .map((tile) =>
        typeof tile === "string"
          ? { name: tile.split(/[:!]/)[0], conquered: tile.endsWith("!") }
          : { name: `${"ABCDE"[tile.x]}${tile.y + 1}`, conquered: tile.conquered },
      )
      .filter((tile) => !tile.conquered)
      .map((tile) => tile.name)
      .sort();
  }

  /** What the referee needs to know besides the plan. */
  get common() {
    return {
      lord: this.lord,
      year: this.table?.state.year ?? 1,
      cards: this.cards.map((card) => (isFatigue(card) ? Number(card) : card)),
      ...(this.table ? { options: this.table.state.options } : {}),
    };
  }
}
