// What is chosen against the spells of a combat card that leave a choice.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { chip, field, radio } from "./chips.js";

/** @import { BattlePlan } from "./battleplan.js" */
/** @typedef {(id: string) => string} Names */

/** What is chosen against Word of Peace. @param {BattlePlan} plan @param {() => void} onChange */
export function peaceChips({ round, allowed }, onChange) {
  if (allowed?.effect !== "withdraw_all_or_evil") return null;
  /** @param {"withdraw" | "evil"} choice @param {string} label */
  const option = (choice, label) =>
    radio(label, (round.peace ?? "withdraw") === choice, () => {
      round.peace = choice;
      onChange();
    });
  return field(
    t("Against Word of Peace"),
    [option("withdraw", t("The monsters withdraw")), option("evil", t("They stay, I become more evil"))],
    true,
  );
}

/**
 * Who is paid for against Suggestion, and with what a golem is paid.
 * @param {BattlePlan} plan
 * @param {Names} name
 * @param {() => void} onChange
 */
export function payChips({ round, allowed, losableTraps }, name, onChange) {
  if (allowed?.effect !== "pay_or_withdraw") return null;
  /** @param {"pay" | "traps_paid"} list @param {string} id */
  const toggle = (list, id) => {
    const paid = round[list] ?? [];
    round[list] = paid.includes(id) ? paid.filter((other) => other !== id) : [...paid, id];
    onChange();
  };
  const sent = [...new Set(round.attacks.map((attack) => attack.monster))];
  return [
    field(
      t("Paid for against Suggestion; the others withdraw"),
      sent.length
        ? sent.map((id) => chip(name(id), (round.pay ?? []).includes(id), () => toggle("pay", id)))
        : h("span.faint", t("none")),
    ),
    (round.pay ?? []).includes("golem") && losableTraps.length
      ? field(
          t("Trap cards that the golem is paid with"),
          losableTraps.map((id) =>
            chip(name(id), (round.traps_paid ?? []).includes(id), () => toggle("traps_paid", id)),
          ),
        )
      : null,
  ];
}
