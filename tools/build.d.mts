/** The commands of each target. A target needs those before it. */
export const targets: Readonly<Record<string, readonly string[]>>;

/** The targets of `npm run build`. */
export const everything: readonly string[];
