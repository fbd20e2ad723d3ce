import { expect } from "vitest";
import type { ProgramResult } from "./program.fixture.js";
import type { Written } from "./writer.fixture.js";

/** Every shape that must be met, with how many of ten thousand programs must show it at least. */
const leastShares: Readonly<Record<string, number>> = {
  "modify: scalar set": 1500,
  "modify: scalar cleared": 800,
  "modify: structure gone": 80,
  "modify: structure new": 200,
  "modify: structure replaced": 50,
  "modify: element edited": 200,
  "modify: element copied": 50,
  "modify: element replaced": 50,
  "modify: element removed": 80,
  "modify: element inserted": 50,
  "modify: element appended": 200,
  "modify: elements moved": 50,
  "modify: list cleared": 50,
  "modify: map value edited": 150,
  "modify: map value replaced": 40,
  "modify: map key gone": 80,
  "modify: map key new": 150,
  "modify: map key moved": 10,
  "modify: member edited": 80,
  "modify: member switched": 200,
  "modify: member cleared": 60,
  "modify: hidden value set": 100,
  "modify: immutable changed": 5,
  "update: element removed": 20,
  "update: map key gone": 20,
  "update: member switched": 80,
  "update with a mask: field sent": 500,
  "update with a mask: field named": 500,
  "update with a mask: oneof named": 60,
  "update with a mask: below a list element": 20,
  "update with a mask: below a map key": 20,
  "update with a mask: leaf wildcard": 10,
  "update with a mask: unknown leaf": 40,
  "update with a mask: through a list wildcard": 5,
  "update with a mask: trap": 40,
  "a rival": 2500,
  "a conflict": 100,
  "with versions": 4000,
  "without versions": 4000,
  "new client, new server": 2500,
  "new client, old server": 700,
  "old client, new server": 2500,
  "old client, old server": 700,
};

/** Counts what programs were like, so that a property can show that they are not shallow. */
export class ProgramTally {
  programs = 0;
  #writes = 0;
  readonly #shapes = new Map<string, number>();
  readonly #refusals = new Map<string, number>();

  count(result: ProgramResult): void {
    this.programs++;
    this.#add(result.ages);
    this.#add(result.hasVersions ? "with versions" : "without versions");
    if (result.hasRival) this.#add("a rival");
    for (const write of result.writes) this.#countWrite(write);
  }

  #countWrite({ kind, shapes, refusal, isTrap }: Written): void {
    this.#writes++;
    for (const shape of shapes) this.#add(`${kind}: ${shape}`);
    if (!refusal) return;
    if (refusal.by === "conflict") this.#add("a conflict");
    const reason = isTrap ? "a mask that cannot be kept" : reasonOf(refusal.text);
    const key = `${refusal.by}: ${reason}`;
    this.#refusals.set(key, (this.#refusals.get(key) ?? 0) + 1);
  }

  #add(shape: string): void {
    this.#shapes.set(shape, (this.#shapes.get(shape) ?? 0) + 1);
  }

  /** Percent of writes that the client refused. */
  get refused(): number {
    let count = 0;
    for (const [reason, times] of this.#refusals) if (reason.startsWith("client")) count += times;
    return (count * 100) / this.#writes;
  }

  print(): void {
    console.log(
      `${this.programs} programs, ${this.#writes} writes; shapes:`,
      Object.fromEntries(this.#shapes),
    );
    console.log(
      `${this.refused.toFixed(1)} % of writes refused before the call; refusals:`,
      Object.fromEntries(this.#refusals),
    );
  }

  /** Every shape was there often enough, and few programs were refused. */
  expectDepth(programs: number): void {
    expect(this.programs).toBeGreaterThanOrEqual(programs);
    const missing = Object.entries(leastShares).filter(
      ([shape, least]) => ((this.#shapes.get(shape) ?? 0) * 10_000) / this.programs < least,
    );
    expect(missing).toEqual([]);
    expect(this.refused).toBeLessThan(10);
  }
}

/** A message without the places and types of its case. */
function reasonOf(text: string): string {
  return text
    .replace(/ \([\w.]+\/\w+, at .*$/s, "")
    .replace(/"[^"]*"|\b[a-z]\w*(?:\.[\w*"-]+)+|\b[fm]\d+\b/g, "...")
    .replace(/\d+/g, "N")
    .slice(0, 160);
}
