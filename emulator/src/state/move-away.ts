/** What to do with a state that is of no use here. */
export const moveAway = "move it away, with the journals beside it, to start afresh";
