import type { LongTest } from "./long-tests.mjs";

/** Debian packages, with the program that each is needed for. `undefined` for a library. */
export const packages: Readonly<Record<string, string | undefined>>;

/** An entry of `needs` that asks for lines of type `deb-src` among the sources of apt. */
export const sourcePackages: string;

/** Downloads the programs of a long test that are not there yet, into a folder, and sets its variables. */
export function downloadPrograms(test: Pick<LongTest, "programs">, folder?: string): void;
