// Which line opened each sheet, and what is wrong with the one on top.
window.openedBy = [];
const showModal = HTMLDialogElement.prototype.showModal;
HTMLDialogElement.prototype.showModal = function () {
  const lines = new Error().stack
    .split("\n")
    .map((line) => /\/static\/(?:[0-9a-f]{10}\/)?([\w/]+\.js):(\d+)/.exec(line))
    .filter(Boolean);
  const caller = lines.find((found) => found[1] !== "parts/sheet.js");
  if (caller) window.openedBy.push(`${caller[1]}:${caller[2]}`);
  return showModal.call(this);
};

/** Until the sheet has risen; a bar that runs for ever is not waited for. */
window.restOfSheet = () =>
  Promise.all(
    document
      .getAnimations()
      .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
      .map((one) => one.finished.catch(() => null)),
  ).then(() => true);

/** Sentences about entries that are clipped by their box or lie over another entry. */
window.faultsOfSheet = () => {
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  const faults = [];
  const says = (element) =>
    (element.getAttribute("aria-label") || element.textContent || element.tagName).trim().slice(0, 40);
  const hidden = (element) =>
    element.closest(".sr, [aria-hidden=true]") || !element.checkVisibility() || !element.getClientRects().length;
  const entries = [
    ...sheet.querySelectorAll(
      "button, a, input, textarea, label, h2, h3, p, li, span, strong, img, .item, .field, .list, .drawing, .progress",
    ),
  ].filter((element) => !hidden(element) && !element.closest("svg"));

  const screen = sheet.getBoundingClientRect();
  if (screen.top < 0 || screen.bottom > innerHeight + 1) faults.push("the sheet itself leaves the screen");
  for (const element of entries) {
    const box = element.getBoundingClientRect();
    for (let around = element.parentElement; around !== sheet.parentElement; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      if (["hidden", "clip"].includes(overflowY) && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1))
        faults.push(`"${says(element)}" is cut off in its height`);
      if (["hidden", "clip"].includes(overflowX) && (box.left < edge.left - 1 || box.right > edge.right + 1))
        faults.push(`"${says(element)}" is cut off in its width`);
      if (["auto", "scroll"].includes(overflowY)) break;
    }
  }
  const body = sheet.querySelector(".body");
  if (body.scrollWidth > body.clientWidth + 1) faults.push("the sheet is wider than the screen");

  const pieces = entries.filter(
    (element) =>
      element.matches("button, a, input, textarea, img") ||
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()),
  );
  const fixed = (element) => !body.contains(element);
  for (const [index, one] of pieces.entries()) {
    const a = one.getBoundingClientRect();
    for (const other of pieces.slice(index + 1)) {
      if (one.contains(other) || other.contains(one) || fixed(one) !== fixed(other)) continue;
      const b = other.getBoundingClientRect();
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) faults.push(`"${says(one)}" lies over "${says(other)}"`);
    }
  }
  return faults.slice(0, 8);
};
