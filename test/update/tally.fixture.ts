import { expect } from "vitest";
import { explicitShapes } from "./explicit.fixture.js";
import { combinations, nameOf, type ProgramResult } from "./program.fixture.js";
import { shapes, type Shape } from "./shape.fixture.js";
import type { Written } from "./writer.fixture.js";

/** Of ten thousand programs, so many show each shape at least; the rarest has fifteen. */
const leastShare = 5;

/** What became of the programs of a combination, or of a style. */
interface Row {
  programs: number;
  writes: number;
  losses: number;
  /** Edits by `modify` that were legitimate, those that it refused, and those of them that some client can carry out. */
  edits: number;
  refused: number;
  needless: number;
}

/** Whether a client knows all that its server does. */
type ClientAge = "same age" | "older";

/** Counts what programs were like and what became of them. */
export class ProgramTally {
  readonly #rows = new Map<string, Row>();
  /** Edits by `modify` and refusals by the age of the client. */
  readonly #ages: Readonly<Record<ClientAge, Row>> = { "same age": newRow(), older: newRow() };
  readonly #shapes = new Map<string, number>();
  readonly #refusals = new Map<string, number>();
  /** Refusals by kind, and by the age of the client. */
  readonly #kinds = new Map<string, Record<ClientAge, number>>();

  count(result: ProgramResult): void {
    const names = [
      nameOf(result),
      ...result.writes.flatMap(({ style }) => (style ? [`modify ${style}`] : [])),
    ];
    for (const name of new Set(names)) {
      const row = this.#rows.get(name) ?? newRow();
      this.#rows.set(name, row);
      row.programs++;
      const writes = name.startsWith("modify ")
        ? result.writes.filter(({ style }) => name === `modify ${style}`)
        : result.writes;
      for (const write of writes) countInto(row, write);
    }
    this.#add(`${result.server} server`);
    this.#add(result.hasVersions ? "with versions" : "without versions");
    for (const write of result.writes) {
      const age = write.isOlder ? "older" : "same age";
      this.#countShapes(write);
      countInto(this.#ages[age], write);
      this.#countRefusal(write, age);
    }
  }

  #countRefusal(write: Written, age: ClientAge): void {
    if (!write.refusal) return;
    const intent = isLegitimate(write) ? (isNeedless(write) ? "needless" : "necessary") : "not legitimate";
    const kind = `${write.kind}, ${write.refusal.by}, ${intent}: ${kindOf(write.refusal.text)}`;
    const counts = this.#kinds.get(kind) ?? { "same age": 0, older: 0 };
    this.#kinds.set(kind, counts);
    counts[age]++;
  }

  #countShapes(write: Written): void {
    const { kind, shapes: done, refusal, isTrap } = write;
    for (const shape of done) this.#add(`${kind}: ${shape}`);
    if (!refusal) return;
    if (refusal.by === "conflict") this.#add("a conflict");
    const reason = isTrap ? "what cannot be kept" : reasonOf(refusal.text);
    const needless = isNeedless(write) ? ", needless" : "";
    const key = `${kind}, ${refusal.by}${needless}: ${reason}`;
    this.#refusals.set(key, (this.#refusals.get(key) ?? 0) + 1);
  }

  #add(shape: string): void {
    this.#shapes.set(shape, (this.#shapes.get(shape) ?? 0) + 1);
  }

  /** Programs of all combinations. */
  get programs(): number {
    return this.#sum("programs");
  }

  /** Percent of legitimate edits that `modify` of such clients refused, though some client can carry them out. */
  refusedPercent(age: ClientAge): number {
    const { edits, needless } = this.#ages[age];
    return (needless * 100) / Math.max(1, edits);
  }

  get losses(): number {
    return this.#sum("losses");
  }

  #sum(column: keyof Row): number {
    return combinations.reduce((sum, name) => sum + (this.#rows.get(name)?.[column] ?? 0), 0);
  }

  print(): void {
    console.table(Object.fromEntries([...this.#rows].sort(([one], [other]) => (one < other ? -1 : 1))));
    this.printAges();
    console.log("shapes:", Object.fromEntries(this.#shapes));
    this.printRefusals();
    console.log(
      `${this.programs} programs, ${this.losses} silent losses; refusals:`,
      Object.fromEntries([...this.#refusals].sort(([, one], [, other]) => other - one)),
    );
  }

  /** Prints how many legitimate edits were refused, by the age of the client. */
  printAges(): void {
    const ages = (["same age", "older"] as const).map((age) => {
      const { edits, refused, needless } = this.#ages[age];
      return [`client: ${age}`, { edits, refused, needless, percent: this.refusedPercent(age).toFixed(2) }];
    });
    console.table(Object.fromEntries(ages));
  }

  /** Prints how often writes were refused, by kind and by the age of the client. */
  printRefusals(): void {
    console.table(Object.fromEntries([...this.#kinds].sort(([one], [other]) => (one < other ? -1 : 1))));
  }

  /** Every combination and every shape was there often enough. */
  expectDepth(least: number): void {
    const rare = combinations.filter((name) => (this.#rows.get(name)?.programs ?? 0) < least);
    expect(rare).toEqual([]);
    const wanted = [
      ...shapes.map((shape) => `modify: ${shape}`),
      ...explicitShapes.map((shape) => `update with a mask: ${shape}`),
      "a conflict",
    ];
    const share = this.programs / 10_000;
    expect(wanted.filter((shape) => (this.#shapes.get(shape) ?? 0) < leastShare * share)).toEqual([]);
  }
}

const newRow = (): Row => ({ programs: 0, writes: 0, losses: 0, edits: 0, refused: 0, needless: 0 });

function countInto(row: Row, write: Written): void {
  row.writes++;
  if (write.problem !== undefined) row.losses++;
  if (!isLegitimate(write)) return;
  row.edits++;
  if (write.refusal?.by === "client") row.refused++;
  if (isNeedless(write)) row.needless++;
}

const isLegitimate = ({ kind, isTrap, isLossy, shapes: done }: Written): boolean =>
  kind === "modify" && !isTrap && !isLossy && !done.has("immutable changed");

/** Whether an edit was refused that some client can carry out. */
function isNeedless(write: Written): boolean {
  if (!isLegitimate(write) || write.refusal?.by !== "client") return false;
  const isMove = moving.some((shape) => write.shapes.has(shape));
  return !isMove || !/INPUT_ONLY|immutable|would mix/.test(write.refusal.text);
}

/** Shapes that give a place to another message: what no response shows, or what is fixed there, no client can bring along. */
const moving: readonly Shape[] = [
  "structure replaced",
  "structure moved",
  "element replaced",
  "element removed",
  "element inserted",
  "elements moved",
  "elements copied",
  "map value replaced",
  "map key moved",
];

/** The kinds of refusals, by words of their messages. */
const kinds: readonly (readonly [words: RegExp, kind: string])[] = [
  [/without the fields that this SDK does not know/, "a new object lacks unknown fields"],
  [/has a new .* It may be the element that was there/, "an element is too different"],
  [/lacks .*, which was read/, "a property is missing"],
  [/is a new object, and may be an element/, "an element cannot be placed"],
  [/is a new object: it may be the old/, "a structure may be another one"],
  [/They would be lost/, "an element has moved without unknown fields"],
  [/The server would merge/, "unknown fields would be merged"],
  [/INPUT_ONLY/, "an INPUT_ONLY value would be lost"],
  [/is an identifier/, "an identifier would be kept"],
  [/is immutable|IMMUTABLE/, "an immutable field would change"],
  [/numbers? (?:of|that)|unrecognized/, "the place of an enum number is unknown"],
  [/^ABORTED/, "another writer was faster"],
];

function kindOf(text: string): string {
  return kinds.find(([words]) => words.test(text))?.[1] ?? reasonOf(text);
}

/** A message without the places and types of its case. */
function reasonOf(text: string): string {
  return text
    .replace(/ \([\w.]+\/\w+, at .*$/s, "")
    .replace(/"[^"]*"|\b[a-z]\w*(?:\.[\w*"-]+)+|\b[fmg]\d+\b/g, "...")
    .replace(/\d+/g, "N")
    .slice(0, 160);
}
