/**
 * Changes held against the compiler. `program.ts` writes a program against the old version that uses all of it, by the
 * names that it exports and by its descriptors, and by nothing of how versions are compared; `examples.ts` takes those
 * of the documentation; `compile.ts` holds them against both versions, and `proof.ts` tells which change a complaint is
 * about.
 */
import type { FileRegistry } from "@bufbuild/protobuf";
import { linesOfEnum } from "./enums.js";
import type { Line, Program } from "./line.js";
import { linesOfMessage } from "./messages.js";
import type { Names } from "./names.js";
import { linesOfService } from "./services.js";

/**
 * Writes a program that writes each type and reads it, makes every call, and looks at each case and value beside a default.
 *
 * @param registry The API of the old version.
 * @param specifier What the program imports an entry point by, `.` or `./compute/v1`.
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
  const body = [...[...registry].flatMap((type) => [...linesOf(type, names)]), ...foreign];
  const lines = [...head, ...body];
  return {
    text: lines
      .map(({ text }, at) => (at < head.length ? text : `export const f${at} = ${text};`))
      .join("\n"),
    lines: new Map(lines.map((line, at) => [at + 1, line])),
  };
}

function linesOf(type: FileRegistry extends Iterable<infer T> ? T : never, names: Names): Iterable<Line> {
  switch (type.kind) {
    case "message":
      return linesOfMessage(type, names);
    case "enum":
      return linesOfEnum(type, names);
    case "service":
      return linesOfService(type, names);
    default:
      return [];
  }
}
