// Help: one screen for each task, kept on the phone with the page.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { page, topbar } from "../parts/frame.js";
import { icon } from "../parts/icons.js";

/** @typedef {{ icon: string, title: string, steps: string[], more?: string }} Task */

/** @returns {{ [task: string]: Task }} */
const tasks = () => ({
  photos: {
    icon: "camera",
    title: t("Score with photos"),
    steps: [
      t("Choose New table, the game and the players, and press Start."),
      t("Press the green button: it always says what comes next, for example a picture of Ana's sheet."),
      t("Hold the phone straight above the table, in even light, everything in the picture and nothing covered."),
      t("What Tally is not sure of has a dashed frame. Tap it and choose what it really is."),
      t("Go on until the green button says that everything is told. Score shows who won and why."),
    ],
    more: t("Without a camera everything can be tapped: the drawing of the table is the input."),
  },
  dispute: {
    icon: "scales",
    title: t("Settle a dispute"),
    steps: [
      t("Open the table and go to Disputes."),
      t("Ask in your own words, for example: who doubles gems on a tie?"),
      t("Or choose one of the questions below: Tally takes over what lies on the table and answers step by step."),
      t("Every answer names its rule; tap the rule to read it."),
      t("A number beside Disputes means that something on the table cannot be right; it is shown there."),
    ],
  },
  teach: {
    icon: "pen",
    title: t("Teach my copy"),
    steps: [
      t("Many numbers stand only on your cards. Tally never guesses them."),
      t("If you have counted a line at the table, tell its points: open the line, press Tell the points yourself."),
      t("Or tell what the card says, once: press what is asked for and set the numbers on the drawn card."),
      t(
        "Under My cards you find everything that is known, unknown and yours, and can save it or hand it on as a link.",
      ),
      t("Teach my copy photographs your cards, so that they are recognised in later pictures."),
    ],
  },
  invite: {
    icon: "people",
    title: t("Invite phones"),
    steps: [
      t("Start Tally on one computer of the house with: tally serve --host 0.0.0.0"),
      t("On its first page press Invite phones: scan the code with each phone in the same network, type six digits."),
      t("All phones see the same table at once; what one changes, the others see."),
      t("A phone without a network goes on; what it changed is sent when the line is back."),
      t("The live camera needs a secure address: tally serve --tls. Single photos work without."),
    ],
  },
  end: {
    icon: "flag",
    title: t("End a game"),
    steps: [
      t("When nothing is missing, Score shows the winner and what decided it."),
      t("Something missing that you know anyway? Tell a line, or the whole total; it is marked as told."),
      t("Share a picture of the result, or play once more with Rematch: same players, same colours."),
      t("All evenings, on the first page, counts wins, averages and the best."),
    ],
  },
});

/** @param {HTMLElement} root @param {string} [task] */
export async function show(root, task) {
  const all = tasks();
  const chosen = task && task in all ? all[task] : null;
  root.append(
    topbar({ title: chosen ? chosen.title : t("Help"), back: chosen ? "/help" : "/" }),
    page(chosen ? steps(chosen) : list(all)),
  );
}

/** @param {Task} task */
function steps({ steps: lines, more }) {
  return h(
    "section.card.help",
    h(
      "ol",
      lines.map((line) => h("li", line)),
    ),
    more ? h("p.faint", more) : null,
  );
}

/** @param {{ [task: string]: Task }} all */
function list(all) {
  return h(
    "div.list",
    Object.entries(all).map(([id, task]) =>
      h("a.item", { href: `/help/${id}` }, icon(task.icon), h("strong.grow", task.title), icon("next")),
    ),
  );
}
