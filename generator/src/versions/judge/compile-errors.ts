/** Reads the errors of the compiler in the files of changed declarations. */
import { ts } from "ts-morph";
import type { ChangedFile } from "./changed-file.js";

/** Finds the pairs whose declarations do not compile, because a name or a package is missing. */
export function findUnjudged(program: ts.Program, { path, text, lines }: ChangedFile): ReadonlySet<number> {
  const found = new Set<number>();
  const rows = text.split("\n");
  for (const at of readErrors(program, path, 0).keys()) {
    const pair = lines[at] ?? -1;
    if (pair >= 0) found.add(pair);
    const [, alias] = /^import (?:\{ \S+|\*) as (Name\$\d+) /.exec(rows[at] ?? "") ?? [];
    if (alias === undefined) continue;
    const word = new RegExp(`${alias.replace("$", "\\$")}(?!\\d)`);
    for (const [index, row] of rows.entries()) {
      const user = lines[index] ?? -1;
      if (user >= 0 && word.test(row)) found.add(user);
    }
  }
  return found;
}

/** Finds packages that old declarations import and that are not installed. */
export function findMissingPackages(program: ts.Program, path: string): readonly string[] {
  const errors = [...readErrors(program, path, 0).values()];
  const names = errors.flatMap((error) => {
    const [, specifier] = /^Cannot find module '([^']*)'/.exec(error) ?? [];
    return specifier === undefined || /^[./]/.test(specifier) ? [] : [specifier];
  });
  return [...new Set(names.map((one) => one.split("/", one.startsWith("@") ? 2 : 1).join("/")))];
}

/** Returns the first error of each line of a file, from a line on that counts as 0. */
export function readErrors(program: ts.Program, path: string, first: number): ReadonlyMap<number, string> {
  const file = program.getSourceFile(path);
  if (!file) return new Map();
  const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  return new Map(
    found.toReversed().map(({ start = 0, messageText }) => {
      const { line } = file.getLineAndCharacterOfPosition(start);
      return [line - first, ts.flattenDiagnosticMessageText(messageText, "\n")] as const;
    }),
  );
}
