// The way back: it closes the sheet on top first, and only then leaves the view.
// One entry of the history stands for all sheets; when they are closed otherwise, the next view takes its place.

/** How to close each open sheet, the one on top last. @type {(() => void)[]} */
let sheets = [];
/** Whether the newest entry of the history only stands for sheets. */
let guarded = Boolean(history.state?.sheet);

function guard() {
  if (!guarded) history.pushState({ sheet: true }, "");
  guarded = true;
}

/** A sheet was opened; the returned function says that it is closed. @param {() => void} close */
export function sheetOpened(close) {
  sheets.push(close);
  guard();
  return () => {
    sheets = sheets.filter((other) => other !== close);
  };
}

/** Whether the entry that is shown may be replaced by the next view. */
export function replaces() {
  const was = guarded;
  guarded = false;
  return was;
}

/** Somebody went back or forward; whether that was about sheets. @param {PopStateEvent} event */
export function wentBack(event) {
  if (event.state?.sheet) {
    guarded = true;
    return true;
  }
  if (!guarded) return false;
  guarded = false;
  const close = sheets.at(-1);
  if (!close) history.back();
  else {
    close();
    if (sheets.length > 1) guard();
  }
  return true;
}
