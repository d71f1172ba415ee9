// What a dungeon lord plans for a battle: combat cards as far as they are known, and a plan for every round.

/** @import { GameTable, Player, State } from "../../lib/types.js" */
/** @typedef {{ x: number, y: number, room: string | null, conquered: boolean }} Tile */
/** @typedef {{ id: string }} Named */
/** A piece by its id, also written as "id:more". @typedef {Named | string} Part */
/** @typedef {Player & { dungeon: (Tile | string)[], traps: Part[], party: Part[], monsters: Part[] }} Lord */
/** @typedef {State & { players: Lord[], year: number }} LordsState */
/** @typedef {GameTable<LordsState>} LordsTable */
/** @typedef {{ monster: string, mode: "A" | "B", on: string[] }} Attack */
/** A trap, and whom it is aimed at. @typedef {Named & { on?: string | null }} TrapUse */
/**
 * @typedef {object} Round
 * @property {string | null} [tile]
 * @property {TrapUse[]} traps
 * @property {string | null} [chosen]
 * @property {Attack[]} attacks
 * @property {"withdraw" | "evil"} [peace] against Word of Peace
 * @property {string[]} [pay] monsters that are paid for against Suggestion
 * @property {string[]} [traps_paid] trap cards that a golem is paid with
 */
/** @typedef {{ name: string, most_traps: number, most_monsters: number, traps: string[], aimed: string[] }} Place */
/**
 * What may be planned now, as the referee says.
 * @typedef {object} Allowed
 * @property {boolean} over
 * @property {Place[]} tiles
 * @property {string[]} ready
 * @property {string[]} party
 * @property {string[]} traps
 * @property {string | null} effect what the combat card of the round does
 */

export const ROUNDS = 4;
export const UNSEEN = "?";
const GHOST = "ghost";
/** Whether a combat card is told by its fatigue alone. @param {string} card */
export const isFatigue = (card) => /^\d$/.test(card);

/** @returns {Round} */
const emptyRound = () => ({ traps: [], attacks: [] });

/** The id of a piece that is written as "id:more" or as an object. @param {Part} part */
export const idOf = (part) => (typeof part === "string" ? part.split(":")[0] : part.id);

/** A list without some of its entries, each taken away once. @param {string[]} all @param {string[]} gone */
function without(all, gone) {
  const left = [...all];
  for (const id of gone) if (left.includes(id)) left.splice(left.indexOf(id), 1);
  return left;
}

/** The plan of one player; it outlives the sheet that shows it, and the page's being loaded again. */
export class BattlePlan {
  /** @param {LordsTable | null} table @param {Lord} example who fights where there is no table */
  constructor(table, example) {
    this.table = table;
    this.example = example;
    this.seat = table?.seat ?? 0;
    this.cards = Array(ROUNDS).fill(UNSEEN);
    this.rounds = [emptyRound()];
    /** @type {Allowed | null} */
    this.allowed = null;
    /** Combat cards that can still come. @type {string[]} */
    this.cardsLeft = [];
    this.recall();
  }

  /**
   * What the referee says may be planned; a tile that cannot be attacked any more is taken out of the plan.
   * @param {{ plan?: Allowed, cards?: string[] } | null} told
   */
  allow(told) {
    this.allowed = told?.plan ?? null;
    this.cardsLeft = told?.cards ?? [];
    if (!this.allowed) return;
    const { tiles } = this.allowed;
    if (!tiles.some((tile) => tile.name === this.round.tile))
      this.round.tile = tiles.length === 1 ? tiles[0].name : null;
  }

  /** The tile of the round, once it is chosen. */
  get place() {
    return this.allowed?.tiles.find((tile) => tile.name === this.round.tile) ?? null;
  }

  get lord() {
    return this.table ? this.table.state.players[this.seat] : this.example;
  }

  /** The round that is planned now. */
  get round() {
    return this.rounds[this.rounds.length - 1];
  }

  get kept() {
    return `tally-battle-${this.table?.id}-${this.seat}`;
  }

  /** @param {number} seat */
  turnTo(seat) {
    this.seat = seat;
    this.recall();
  }

  recall() {
    const kept = this.table && sessionStorage.getItem(this.kept);
    const { cards, rounds } = kept ? JSON.parse(kept) : { cards: Array(ROUNDS).fill(UNSEEN), rounds: [emptyRound()] };
    this.cards = cards;
    this.rounds = rounds;
  }

  keep() {
    if (this.table) sessionStorage.setItem(this.kept, JSON.stringify({ cards: this.cards, rounds: this.rounds }));
  }

  beginAgain() {
    sessionStorage.removeItem(this.kept);
    this.recall();
  }

  nextRound() {
    this.rounds.push(emptyRound());
    this.keep();
  }

  /** The round before is planned again. */
  stepBack() {
    this.rounds.pop();
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

  /** Traps that can still be played in this round: in store, payable at the tile, and not more than it takes. */
  get freeTraps() {
    const { place, round } = this;
    if (!place || round.traps.length >= place.most_traps) return [];
    return without(place.traps, round.traps.map(idOf));
  }

  /** Monsters that can still be sent: face up, and not more than the tile takes; ghosts do not count. */
  get freeMonsters() {
    const { place, round } = this;
    if (!place) return [];
    const sent = round.attacks.map((attack) => attack.monster);
    const full = sent.filter((id) => id !== GHOST).length >= place.most_monsters;
    return without(this.allowed?.ready ?? [], sent).filter((id) => !full || id === GHOST);
  }

  /** Traps that a spell may take in this round; one that is played now cannot be lost later in the round. */
  get losableTraps() {
    const losable = [...new Set(without(this.allowed?.traps ?? [], this.round.traps.map(idOf)))];
    const { chosen } = this.round;
    if (chosen && this.lord.traps.map(idOf).includes(chosen) && !losable.includes(chosen)) this.round.chosen = null;
    return losable;
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
