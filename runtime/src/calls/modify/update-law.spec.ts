import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { dice } from "../../fixture/dice.fixture.js";
import { applyUpdate } from "../../messages/mask/index.js";
import { pairByPlace } from "../../messages/mask/elements/known-origins.js";
import { fill } from "../../messages/table/fill.js";
import { RandomVm } from "./random-vm.fixture.js";
import { deriveUpdate, type DerivedUpdate } from "./update-request.js";
import { UpdateVmTable, VmTable, type User, type Vm } from "./vm.fixture.js";

/** How many random changes are tried; `UPDATE_SEED` and `UPDATE_RUNS` try others. */
const runs = Number(process.env["UPDATE_RUNS"] ?? 2_000);
const seed = Number(process.env["UPDATE_SEED"] ?? Date.now() & 0xffff);

/** A resource as a response shows it. */
function shown(vm: Vm): Vm {
  const copy = structuredClone(vm);
  copy.spec.password = "";
  for (const user of [...copy.spec.users, ...Object.values(copy.spec.userByName)]) user.password = "";
  return fill(VmTable, copy);
}

/** A random change of a resource, by somebody who sees what a response shows. */
class Trial {
  readonly stored: Vm;
  readonly before: Vm;
  readonly resource: Vm;
  readonly after: Vm;
  readonly #handedOut: ReadonlyMap<object, object>;

  constructor(random: RandomVm) {
    this.stored = random.vm();
    this.before = shown(this.stored);
    this.resource = shown(this.stored);
    this.#handedOut = pairByPlace(VmTable, this.resource, this.before);
    for (let changes = random.roll(3) + 1; changes > 0; changes--) random.change(this.resource);
    this.after = fill(VmTable, structuredClone(this.resource));
  }

  /** The update; undefined where it is refused. */
  update(): DerivedUpdate | undefined {
    const { before, resource, after } = this;
    try {
      const tables = { resourceTable: VmTable, requestTable: UpdateVmTable };
      const parts = deriveUpdate({ ...tables, before, after: resource, handedOut: this.#handedOut });
      if (!isDeepStrictEqual(fill(VmTable, structuredClone(resource)), after))
        throw new Error("it was changed");
      return parts;
    } catch (error) {
      if (error instanceof Error && /^(?:MaskPath|ImmutableField)Error$/.test(error.name)) return undefined;
      throw error;
    }
  }

  /** The password that a user must have afterwards; undefined for none of anybody else's. */
  passwordAt(index: number): string {
    const user = this.resource.spec.users[index];
    if (user === undefined || user.password !== "") return user?.password ?? "";
    const old = this.#handedOut.get(user) as User | undefined;
    const place = old === undefined ? -1 : this.before.spec.users.indexOf(old);
    return this.stored.spec.users[place]?.password ?? "";
  }

  /** Whether a user is an object that was handed out. */
  isHandedOut(index: number): boolean {
    const user = this.resource.spec.users[index];
    return user !== undefined && this.#handedOut.has(user);
  }
}

describe("the update of a random change", () => {
  it("makes what was changed as it was asked, and leaves the rest, or is refused", () => {
    console.log(`seed ${seed}`);
    const random = new RandomVm(dice(seed));
    const seen = { sent: 0, refused: 0, kept: 0 };
    for (let run = 0; run < runs; run++) {
      const trial = new Trial(random);
      const parts = trial.update();
      if (parts === undefined) {
        seen.refused++;
        continue;
      }
      seen.sent++;
      seen.kept += check(trial, parts, `run ${run}, mask ${parts.resetMask.toString()}`);
    }
    console.log(seen);
    expect(seen.kept).toBeGreaterThan(runs / 2);
    expect(seen.refused).toBeLessThan(runs / 5);
  });
});

/** Applies an update to a resource that somebody else has changed too; says how many hidden values stayed. */
function check(trial: Trial, { request, resetMask }: DerivedUpdate, title: string): number {
  const { stored, before, after } = trial;
  const [theirs, want] = [structuredClone(stored), structuredClone(after)];
  if (JSON.stringify(before.spec.tags) === JSON.stringify(after.spec.tags)) {
    theirs.spec.tags = ["theirs"];
    want.spec.tags = ["theirs"];
  }
  const rules = { requestTable: UpdateVmTable, neverNull: ["metadata", "spec"] };
  const result = applyUpdate(VmTable, theirs, request, resetMask, rules);
  const [got, wanted] = [shown(result), shown(want)];
  // `toEqual` explains, but is slow: it runs only where there is something to explain.
  if (!isDeepStrictEqual(got, wanted)) expect(got, title).toStrictEqual(wanted);
  expect(result.spec.password, title).toBe("of the machine");
  for (const [key, user] of Object.entries(result.spec.userByName)) {
    const own = after.spec.userByName[key]?.password;
    const kept = Object.hasOwn(stored.spec.userByName, key) ? stored.spec.userByName[key]?.password : "";
    expect(user.password, title).toBe(own === "" ? kept : own);
  }
  let kept = 0;
  for (const [index, user] of result.spec.users.entries()) {
    if (trial.isHandedOut(index)) {
      expect(user.password, title).toBe(trial.passwordAt(index));
      kept++;
    } else {
      const own = after.spec.users[index]?.password;
      const isCopy = stored.spec.users[index]?.name === user.name;
      if (own !== "" || !isCopy) expect(user.password, title).toBe(own);
    }
  }
  return kept;
}
