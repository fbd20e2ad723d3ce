import type { TypeDocs } from "./plan.js";
import type { Section } from "./section.js";

/** Words that can be a key of an object but not the name of a type. */
const noTypeNames = new Set(
  (
    "any as asserts async await bigint boolean break case catch class const continue debugger declare default delete " +
    "do else enum export extends false finally for from function get if implements import in infer instanceof " +
    "interface is keyof let module namespace never new null number object of package private protected public " +
    "readonly require return set static string super switch symbol this throw true try type typeof undefined unique " +
    "unknown var void while with yield __proto__"
  ).split(" "),
);

/** An enum with its comments. A value may have any name, also one that is no name for a type. */
export function repairEnum(section: Section, docs: TypeDocs): Section {
  const lines = section.text
    .split("\n")
    .filter(isPossible)
    .map((line) => describeValue(line, docs));
  return { ...section, text: `${docs.type}${lines.join("\n")}` };
}

/** `export type default = typeof Kind.default;` is left out. */
function isPossible(line: string): boolean {
  const name = /^export type (\w+) = typeof \w+\.\w+;$/.exec(line)?.[1];
  return name === undefined || !noTypeNames.has(name);
}

/** `RUNNING : 1,` below its comment. A plain key `__proto__` would set the prototype. */
function describeValue(line: string, { members }: TypeDocs): string {
  const name = /^(\w+) : -?\d+,$/.exec(line)?.[1];
  if (name === undefined) return line;
  const quoted = name === "__proto__" ? line.replace(name, `["${name}"]`) : line;
  return `${members.get(name) ?? ""}${quoted}`;
}
