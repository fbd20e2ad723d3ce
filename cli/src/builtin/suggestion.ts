import { type OwnFlag, ownFlags } from "../argv/flags.js";

/** A suggestion with a short description. */
export interface Suggestion {
  readonly value: string;
  readonly text: string;
}

/** Makes the shell suggest file names itself. */
export const files = ":files";

/** Returns suggestions without descriptions. */
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

/** Suggests the built-in flags. */
export function suggestFlags(): readonly Suggestion[] {
  return [...ownFlags.values()].flatMap(({ name, short, text }) =>
    [`--${name}`, ...(short === undefined ? [] : [`-${short}`])].map((value) => ({ value, text })),
  );
}
