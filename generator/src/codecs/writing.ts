import type { FieldPlan, WrittenNumbers } from "./field-plan.js";
import type { MessagePlan } from "./plan.js";
import { changed, replaceExactly, type Section } from "./section.js";

/** A statement that writes a field, or some members of a oneof. */
interface Statement {
  /** The smallest number that it writes. */
  readonly number: number;
  readonly text: string;
}

/**
 * The statements of an encoder in the order of the fields' numbers, in which all
 * other codecs write.
 *
 * @param codec The section that they are from.
 * @param text The statements as ts-proto writes them.
 * @param entryPlans Plans of the entries of maps, by the names of their types.
 */
export function repairWriting(
  codec: Section,
  text: string,
  plan: MessagePlan,
  entryPlans: ReadonlyMap<string, MessagePlan>,
): string {
  const statements = text
    .split(/^(?=if |for |switch |globalThis\.Object\.entries|\(message)/m)
    .filter(Boolean);
  if (statements.length !== plan.writing.length) {
    throw changed(
      codec,
      `it has ${statements.length} statements that write fields instead of ${plan.writing.length}`,
    );
  }
  const numbered = statements.flatMap((statement, index): Statement[] => {
    const numbers = plan.writing[index] ?? [];
    const section = { ...codec, text: statement };
    return statement.startsWith("switch ")
      ? splitOneof(section, numbers, plan)
      : [{ number: numbers[0] ?? 0, text: repairStatement(section, numbers, { plan, entryPlans }) }];
  });
  return numbered
    .toSorted((a, b) => a.number - b.number)
    .map((statement) => dropAssertions(dropRangeChecks({ ...codec, text: statement.text }).text))
    .join("");
}

interface Context {
  readonly plan: MessagePlan;
  readonly entryPlans: ReadonlyMap<string, MessagePlan>;
}

function repairStatement(section: Section, numbers: WrittenNumbers, { plan, entryPlans }: Context): string {
  const field = plan.fields.get(numbers[0] ?? 0);
  if (field?.map) return writeMap(section, field, entryPlans).text;
  return plan.isEntry ? writeAlways(section, field).text : section.text;
}

/** The entry of a map has its key and its value also where they are the default. */
function writeAlways(section: Section, field: FieldPlan | undefined): Section {
  if (field?.holds) return section;
  return replaceExactly(
    1,
    section,
    /^if \([^{]*\{\s*([^]*?;)\s*\}\n$/g,
    (_, statement = "") => `${statement}\n`,
  );
}

/** Plain objects, and values of type `Map`. */
const objectStart = /^(globalThis\.Object\.entries\(.*?\))\.forEach\(\(\[key, value\]: \[.*\]\) => \{/g;
const mapStart = /^\((message.*?)\)\.forEach\(\(value, key\) => \{/g;

/** A loop over the entries instead of a function for each. */
function writeMap(
  section: Section,
  { map }: FieldPlan,
  entryPlans: ReadonlyMap<string, MessagePlan>,
): Section {
  const entry = /\b(\w+)\.encode\(\{ {2}key: key as any, value \}/.exec(section.text)?.[1] ?? "";
  if (!entryPlans.get(entry)?.isEntry) throw changed(section, "a map is not written as it was");
  const start = section.text.startsWith("(") ? mapStart : objectStart;
  const ended = replaceExactly(1, replaceExactly(1, section, start, loopOver), /\}\);\n$/g, "}\n");
  const key = map?.hasNumericKeys ? "key: globalThis.Number(key)" : "key";
  return replaceExactly(1, ended, /\{ {2}key: key as any, value \}/g, `{ ${key}, value }`);
}

function loopOver(_start: string, entries = ""): string {
  return `for (const [key, value] of ${entries}) {`;
}

/** The members of a oneof, in as many switches as there are other fields between their numbers. */
function splitOneof(section: Section, numbers: WrittenNumbers, plan: MessagePlan): Statement[] {
  const [head = "", ...cases] = section.text.replace(/\}\n$/, "").split(/^(?=case ")/m);
  if (cases.length !== numbers.length) {
    throw changed(section, `a oneof has ${cases.length} cases instead of ${numbers.length}`);
  }
  const all = [...plan.fields.keys()].toSorted((a, b) => a - b);
  const members = cases
    .map((text, index) => ({ text, number: numbers[index] ?? 0 }))
    .toSorted((a, b) => a.number - b.number);
  const runs: Statement[][] = [];
  for (const member of members) {
    const last = runs.at(-1);
    const before = all[all.indexOf(member.number) - 1];
    if (last && last.at(-1)?.number === before) last.push(member);
    else runs.push([member]);
  }
  return runs.map((run) => ({
    number: run[0]?.number ?? 0,
    text: `${head}${run.map(({ text }) => text).join("")}}\n`,
  }));
}

/** A value that is there needs no `!`. */
function dropAssertions(text: string): string {
  return text.replaceAll(/\b(v|message(?:\.[\w$]+|\["\w+"\])+)!+(?=[,)} ])/g, "$1");
}

/** The writer checks the range of 64-bit integers itself. */
function dropRangeChecks(section: Section): Section {
  const check = /if \(BigInt\.as(?:Int|Uint)N\(64, (\S+?)\) !== \1\) \{\s*throw [^;]*;\s*\}\s*/g;
  const text = section.text.replaceAll(check, "");
  return replaceExactly(0, { ...section, text }, /\bBigInt\.as/g, "");
}
