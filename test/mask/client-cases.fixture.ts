/**
 * Where the client does not let a hand-written case through as it stands: the
 * design's safety before the call. By the title of the case, and by hand.
 */

/** A path goes where some server may take it for more than it says. */
export const refusedByClient: ReadonlySet<string> = new Set([
  "a path into a list that is not sent clears all of it",
  "a path into a map, or a list of scalars, that is not sent clears all of it",
  "a path into a member that is not sent clears it",
  "named and wildcard parts are merged at every level",
  "unknown names, indexes past the end and paths under a scalar are ignored",
  "the name of a oneof does not lead into its members",
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
