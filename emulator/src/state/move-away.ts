/** The fix for a state that this emulator cannot use. */
export const moveAway = "move it away, with the journals beside it, to start afresh";
