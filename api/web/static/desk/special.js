// Questions that deserve more than a form out of their schema.

const SPECIAL = {};

/** The page's own view of a question: { icon, load() } with open(question, context, table), or undefined. */
export const special = (game, question) => SPECIAL[`${game}/${question}`];
