// Keeps the screen on while a table is open, where the browser allows it.

/** @type {WakeLockSentinel | null} */
let lock = null;
let wanted = false;

async function take() {
  if (!wanted || lock || document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => {
      lock = null;
    });
  } catch {
    lock = null;
  }
}

document.addEventListener("visibilitychange", take);

/** @param {boolean} on */
export function keepAwake(on) {
  wanted = on;
  if (on) take();
  else lock?.release();
}
