import { type OwnFlag, ownFlags } from "../argv/flags.js";

/** Something to offer, with a few words about it. */
export interface Suggestion {
  readonly value: string;
  readonly text: string;
}

/** Stands for names of files, which shells know themselves. */
export const files = ":files";

/** Values without words about them. */
export function suggestions(values: readonly string[]): readonly Suggestion[] {
  return values.map((value) => ({ value, text: "" }));
}

/** Suggestions for the value of a built-in flag. */
export function suggestFlagValues(
  flag: OwnFlag,
  profiles: readonly string[],
): readonly Suggestion[] | typeof files {
  if (flag.choices) return suggestions(flag.choices);
  if (flag.name === "profile") return suggestions(profiles);
  return /file|^ca$/.test(flag.name) ? files : [];
}

/** The built-in flags. */
export function suggestFlags(): readonly Suggestion[] {
  return [...ownFlags.values()].flatMap(({ name, short, text }) =>
    [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((value) => ({ value, text })),
  );
}
