import { type OwnFlag, ownFlags } from "../argv/flags.js";

/** Something to offer, with a few words about it. */
export interface Offer {
  readonly value: string;
  readonly text: string;
}

/** Stands for names of files, which shells know themselves. */
export const files = ":files";

/** Values without words about them. */
export function offers(values: readonly string[]): readonly Offer[] {
  return values.map((value) => ({ value, text: "" }));
}

/** Offers for the value of a built-in flag. */
export function ownValues(flag: OwnFlag, profiles: readonly string[]): readonly Offer[] | typeof files {
  if (flag.choices) return offers(flag.choices);
  if (flag.name === "profile") return offers(profiles);
  return /file|^ca$/.test(flag.name) ? files : [];
}

/** The built-in flags. */
export function ownFlagOffers(): readonly Offer[] {
  return [...ownFlags.values()].flatMap(({ name, short, text }) =>
    [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((value) => ({ value, text })),
  );
}
