/** The fix for a state that this emulator cannot use. */
export const resetFix = "move it away, with the journals next to it, to start with an empty state";
