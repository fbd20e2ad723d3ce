/** Headers of the convention, unless the API has others (docs/conventions.md, sections 4 and 7). */

/** Name of the header with the idempotency key of a call. */
export const idempotencyHeader = "x-idempotency-key";

/** Name of the header with the reset mask of an Update. */
export const resetMaskHeader = "x-resetmask";
