// When a piece should be looked at: the service's threshold on the service's quantity.

import { boot } from "./i18n.js";

/** @typedef {{ confidence: number, colour_confidence?: number }} Told */

/**
 * The chance that all that is told of a piece is right; bare dice tell that of their colour apart.
 * @param {Told} piece
 */
const certainty = (piece) => Math.min(piece.confidence, piece.colour_confidence ?? 1);

/** @param {Told} piece */
export const isUnsure = (piece) => certainty(piece) < boot.reading.unsure;
