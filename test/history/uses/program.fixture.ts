/**
 * Checks changes with the compiler:
 *
 * - `program.ts` writes a program that uses everything that the old version exports. It does not depend on how versions
 *   are compared.
 * - `examples.ts` reads the examples of the documentation.
 * - `compile-errors.ts` compiles both with the old and the new version.
 * - `proof.ts` assigns the errors to changes.
 */
import type { FileRegistry } from "@bufbuild/protobuf";
import { writeEnumLines } from "./enums.fixture.js";
import type { Line, Program } from "./line.fixture.js";
import { writeMessageLines } from "./messages.fixture.js";
import type { Names } from "./names.fixture.js";
import { writeServiceLines } from "./services.fixture.js";

/**
 * Writes a program that writes and reads each type, makes every call, and compares with each case and value.
 *
 * @param registry The API of the old version.
 * @param specifier Returns the import specifier of an entry point, such as `.` or `./compute/v1`.
 */
export function writeProgram(
  names: Names,
  registry: FileRegistry,
  specifier: (entry: string) => string,
): Program {
  const head = names.imports.map(({ entry, alias }): Line => {
    const text = `import * as ${alias} from ${JSON.stringify(specifier(entry))};`;
    return { text, elements: [`entry ${entry}`] };
  });
  const foreign = names.foreign.map(({ alias, name }): Line => ({
    text: `(one: ${alias}.${name}): unknown => one`,
    elements: [`message google.protobuf.${name}`],
  }));
  const body = [...[...registry].flatMap((type) => [...writeLines(type, names)]), ...foreign];
  const lines = [...head, ...body];
  return {
    text: lines
      .map(({ text }, at) => (at < head.length ? text : `export const f${at} = ${text};`))
      .join("\n"),
    lines: new Map(lines.map((line, at) => [at + 1, line])),
  };
}

function writeLines(type: FileRegistry extends Iterable<infer T> ? T : never, names: Names): Iterable<Line> {
  switch (type.kind) {
    case "message":
      return writeMessageLines(type, names);
    case "enum":
      return writeEnumLines(type, names);
    case "service":
      return writeServiceLines(type, names);
    default:
      return [];
  }
}
