import { importFrom, type Code } from "../../code/code.js";

/** An import, or nothing where nothing is imported. */
export function importsOf(module: string, names: readonly string[], isTypeOnly: boolean): readonly Code[] {
  if (names.length === 0) return [];
  return [
    importFrom(
      module,
      names.map((name) => ({ name, isTypeOnly })),
    ),
  ];
}
