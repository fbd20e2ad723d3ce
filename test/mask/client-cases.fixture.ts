/**
 * Where the client does not let a hand-written case through as it stands: the
 * design's safety before the call. By the title of the case, and by hand.
 */

/** A path goes through a list, a map or a member of a oneof that the request does not carry. */
export const refusedByClient: ReadonlySet<string> = new Set([
  "a path into a list that is not sent clears all of it",
  "a path into a map, or a list of scalars, that is not sent clears all of it",
  "a path into a member that is not sent clears it",
]);

/**
 * The client sends a plain structure on the path that the request does not
 * carry, so that only what is named inside is cleared: what comes of it.
 */
export const completedByClient: Readonly<Record<string, object>> = {
  "rule 7: naming a field resets the whole structure when the request does not carry it": {
    box: { a: { c: "2" } },
  },
  "neverNull: a path into a structure that is not sent clears only what it names inside": {
    spec: { cpu: 1, boot: { inside: { k: "k" } } },
  },
};
