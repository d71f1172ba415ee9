// The form of a battle plan: combat cards, the tile, traps and monsters of the round that is planned.

import { fill, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { searchSheet } from "../../parts/fields.js";
import { chooseSheet, openSheet } from "../../parts/sheet.js";
import { isFatigue, UNSEEN } from "./battleplan.js";
import { chip, field, radio } from "./chips.js";
import { payChips, peaceChips } from "./planspells.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { Context } from "../../lib/types.js" */
/** @import { Attack, BattlePlan } from "./battleplan.js" */
/** @typedef {(id: string) => string} Names */

const FATIGUES = ["0", "1", "2", "3", "4"];

/**
 * @param {BattlePlan} plan
 * @param {Context} context
 * @param {Names} name
 * @param {() => void} onChange
 * @returns {Child}
 */
export function planForm(plan, context, name, onChange) {
  return [
    plan.lord.party.length
      ? null
      : h("p.card.warn", t("Nobody stands before this dungeon. Enter the adventurers on the Table tab first.")),
    h("h3", t("Combat cards")),
    combatCards(plan, context, name, onChange),
    h("h3", t("Your plan for round {number}", { number: plan.rounds.length })),
    plan.allowed?.over
      ? h("p.card", t("This battle is over."))
      : [
          tileChips(plan, onChange),
          trapChips(plan, name, onChange),
          lossChips(plan, name, onChange),
          monsterChips(plan, name, onChange),
          peaceChips(plan, onChange),
          payChips(plan, name, onChange),
        ],
  ];
}

/** @param {BattlePlan} plan @param {Context} context @param {Names} name @param {() => void} onChange */
function combatCards(plan, context, name, onChange) {
  /** @param {string} card */
  const says = (card) =>
    card === UNSEEN ? t("unseen") : isFatigue(card) ? t("fatigue {count}", { count: card }) : name(card);
  return h(
    "div.chips.flow",
    plan.cards.map((card, index) =>
      h(
        "button.chip",
        {
          type: "button",
          "aria-label": t("Card of round {number}", { number: index + 1 }),
          onclick: () => chooseCard(plan, context, index, onChange),
        },
        `${index + 1}: `,
        says(card),
      ),
    ),
  );
}

/** @param {BattlePlan} plan @param {Context} context @param {number} index @param {() => void} onChange */
async function chooseCard(plan, context, index, onChange) {
  const here = plan.cards[index];
  const known = Object.entries(context.names)
    .filter(([id, item]) => item.kind === "combat_card" && (plan.cardsLeft.includes(id) || id === here))
    .map(([id, item]) => ({ value: id, label: item.name }));
  const plain = FATIGUES.map((count) => ({ value: count, label: t("only fatigue {count}", { count }) }));
  const chosen = await searchSheet(
    t("Card of round {number}", { number: index + 1 }),
    [{ value: UNSEEN, label: t("unseen") }, ...plain, ...known],
    plan.cards[index],
  );
  if (!chosen) return;
  plan.cards = plan.cards.with(index, chosen.value);
  onChange();
}

/** Only tiles that may be attacked now. @param {BattlePlan} plan @param {() => void} onChange */
function tileChips({ round, allowed }, onChange) {
  return field(
    t("Tile"),
    (allowed?.tiles ?? []).map(({ name }) =>
      radio(name, round.tile === name, () => {
        round.tile = name;
        round.traps = [];
        round.attacks = [];
        onChange();
      }),
    ),
    true,
  );
}

/**
 * Only traps that can be paid at the tile.
 * @param {BattlePlan} plan
 * @param {Names} name
 * @param {() => void} onChange
 */
function trapChips({ round, freeTraps, place, allowed }, name, onChange) {
  if (!place) return null;
  const played = round.traps.map((trap, index) =>
    chip([name(trap.id), trap.on ? ` → ${name(trap.on)}` : "", " ×"], true, () => {
      round.traps.splice(index, 1);
      onChange();
    }),
  );
  const free = freeTraps.map((id) =>
    chip(["+ ", name(id)], false, async () => {
      const aim = place.aimed.includes(id) ? await aimAt(allowed?.party ?? [], name) : undefined;
      round.traps.push(aim ? { id, on: aim } : { id });
      onChange();
    }),
  );
  return field(t("Traps"), [played, free, played.length || free.length ? null : h("span.faint", t("none"))]);
}

/** @param {string[]} party @param {Names} name */
function aimAt(party, name) {
  const listed = party.map((id) => ({ value: id, label: name(id) }));
  return chooseSheet(t("On whom?"), listed);
}

/** @param {BattlePlan} plan @param {Names} name @param {() => void} onChange */
function lossChips({ round, losableTraps }, name, onChange) {
  if (losableTraps.length < 2) return null;
  return field(
    t("If a spell takes a trap"),
    losableTraps.map((id) =>
      radio(name(id), round.chosen === id, () => {
        round.chosen = round.chosen === id ? null : id;
        onChange();
      }),
    ),
    true,
  );
}

/** @param {BattlePlan} plan @param {Names} name @param {() => void} onChange */
function monsterChips({ round, freeMonsters, allowed, place }, name, onChange) {
  if (!place) return null;
  return field(t("Monsters, in the order of their attacks"), [
    round.attacks.map((attack, index) =>
      chip([says(attack, name), " ×"], true, () => {
        round.attacks.splice(index, 1);
        onChange();
      }),
    ),
    freeMonsters.map((id) =>
      chip(["+ ", name(id)], false, () => {
        /** @type {Attack} */
        const attack = { monster: id, mode: "A", on: [] };
        round.attacks.push(attack);
        onChange();
        askAttack(attack, allowed?.party ?? [], name, onChange);
      }),
    ),
  ]);
}

/** @param {Attack} attack @param {Names} name */
const says = ({ monster, mode, on }, name) =>
  `${name(monster)} ${mode}${on.length ? ` → ${on.map(name).join(", ")}` : ""}`;

/**
 * Which attack of a monster, and on whom; every tap is part of the plan at once.
 * @param {Attack} attack
 * @param {string[]} party
 * @param {Names} name
 * @param {() => void} onChange
 */
function askAttack(attack, party, name, onChange) {
  const body = h("div.stack");
  /** @param {Attack["mode"]} mode @param {string} label @returns {HTMLElement} */
  const modeChip = (mode, label) =>
    radio(label, attack.mode === mode, () => {
      attack.mode = mode;
      change();
    });
  /** @param {string} id @returns {HTMLElement} */
  const targetChip = (id) =>
    chip(name(id), attack.on.includes(id), () => {
      attack.on = attack.on.includes(id) ? attack.on.filter((other) => other !== id) : [...attack.on, id];
      change();
    });
  const change = () => {
    onChange();
    draw();
  };
  const draw = () => {
    fill(
      body,
      h("h3", t("Which attack?")),
      h(
        "div.chips.flow",
        { role: "radiogroup" },
        modeChip("A", t("above the line")),
        modeChip("B", t("below the line")),
      ),
      h("h3", t("On whom, if it is aimed?")),
      h("div.chips.flow", party.map(targetChip)),
    );
  };
  draw();
  openSheet({
    title: name(attack.monster),
    body,
    footer: (close) => h("button.button.primary", { type: "button", onclick: () => close() }, t("Send it")),
  });
}
