import { expect } from "vitest";
import type { ProgramResult } from "./program.fixture.js";
import type { Written } from "./writer.fixture.js";

/**
 * Every shape that must be met, with how many of ten thousand programs must show it at least: three fifths of what
 * the poorest of six seeds has shown.
 */
const leastShares: Readonly<Record<string, number>> = {
  "modify: scalar set": 1400,
  "modify: scalar cleared": 900,
  "modify: structure gone": 40,
  "modify: structure new": 300,
  "modify: structure replaced": 35,
  "modify: structure moved": 60,
  "modify: element edited": 250,
  "modify: element copied": 100,
  "modify: element replaced": 65,
  "modify: element removed": 100,
  "modify: element inserted": 65,
  "modify: element appended": 350,
  "modify: elements moved": 60,
  "modify: list cleared": 75,
  "modify: map value edited": 500,
  "modify: map value replaced": 150,
  "modify: map key gone": 150,
  "modify: map key new": 450,
  "modify: map key moved": 45,
  "modify: member edited": 150,
  "modify: member switched": 400,
  "modify: member cleared": 60,
  "modify: hidden value set": 100,
  "modify: immutable changed": 10,
  "update: structure moved": 20,
  "update: element removed": 40,
  "update: map key gone": 70,
  "update: member switched": 150,
  "update with a mask: field sent": 1200,
  "update with a mask: field named": 1150,
  "update with a mask: oneof named": 200,
  "update with a mask: below a list element": 65,
  "update with a mask: below a map key": 50,
  "update with a mask: leaf wildcard": 25,
  "update with a mask: unknown leaf": 100,
  "update with a mask: through a list wildcard": 20,
  "update with a mask: trap": 100,
  "a rival": 1750,
  "a conflict": 150,
  "with versions": 2950,
  "without versions": 3000,
  "new client, new server": 2200,
  "new client, old server": 700,
  "old client, new server": 2200,
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
