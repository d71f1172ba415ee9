// Who this phone is: a name that nobody else has, and a short one that people can read.

/** @param {string} name @param {() => string} make */
function kept(name, make) {
  const known = localStorage.getItem(name);
  if (known) return known;
  const fresh = make();
  localStorage.setItem(name, fresh);
  return fresh;
}

/** Undo takes back the changes of this id only. */
export function phoneId() {
  return kept("tally-phone-id", () =>
    [...crypto.getRandomValues(new Uint8Array(12))].map((part) => part.toString(16).padStart(2, "0")).join(""),
  );
}

export function phoneName() {
  return kept("tally-phone", () => `#${Math.floor(Math.random() * 900 + 100)}`);
}
