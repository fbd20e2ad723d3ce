/**
 * The floors of a house from the ground up. A room is a folder, or a file that stands in no folder; rooms on
 * one floor know nothing of each other.
 */
export type Floors = readonly (readonly string[])[];

/** The packages of this repository, by their sources, each with its floors. */
export const houses: Readonly<Record<string, Floors>> = {
  "generator/src": [
    ["text", "source", "release.ts", "timer.ts"],
    ["problem.ts", "option-table.ts", "code"],
    ["options.ts", "emit", "render"],
    ["read", "codecs", "verify"],
    ["model", "catalogue"],
    ["view"],
    ["plugin.ts"],
    ["index.ts", "cli"],
  ],
};
