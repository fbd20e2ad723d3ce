import { parseArgs } from "node:util";

/** What to run, or the text to print instead. */
export type Arguments =
  | { readonly suites: readonly string[]; readonly isJson: boolean }
  | { readonly help: string }
  | { readonly fault: string };

/** Reads the words after `npm run bench --`. No suite means all of them. */
export function readArguments(words: readonly string[], names: readonly string[]): Arguments {
  const usage = createUsage(names);
  const options = { json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    if (values.help === true) return { help: usage };
    const unknown = positionals.find((name) => !names.includes(name));
    if (unknown !== undefined) return { fault: `No suite is called "${unknown}".\n\n${usage}` };
    return { suites: positionals, isJson: values.json === true };
  } catch (error) {
    return { fault: `${error instanceof Error ? error.message : String(error)}\n\n${usage}` };
  }
}

const createUsage = (
  names: readonly string[],
): string => `npm run bench -- [SUITE...] [--json] [--write-figures]

Measures an SDK beside other clients, and prints a verdict for each figure that has a goal. Without a suite it runs all,
which takes less than ten minutes on two quiet CPUs. It ends with 1 if a goal is missed.

SUITE             ${names.join(", ")}
--json            prints all rows as JSON
--write-figures   writes test/FIGURES.md, and docs/performance.md if all suites run`;
