import * as fc from "fast-check";

/** An instance as plain values, which tests compare without the filter's own code. */
export interface PlainVm {
  readonly name: string;
  readonly cpu: number;
  readonly memory: bigint;
  readonly stopped: boolean;
  readonly policy: number;
  readonly graceMs: number | undefined;
  readonly stopAtMs: number | undefined;
  readonly price: number | undefined;
  readonly hostnames: readonly string[];
  readonly disks: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

/** A filter, and what it means. */
export interface Meaning {
  readonly text: string;
  readonly holds: (vm: PlainVm) => boolean;
}

const policies = ["RECOVERY_POLICY_UNSPECIFIED", "RECOVERY_POLICY_RECOVER", "RECOVERY_POLICY_FAIL"];
// Few values, so that equal ones meet.
const word = fc.constantFrom("", "a", "ab", "b", "a*b", 'q"\\', "é");
const whole = fc.integer({ min: -3, max: 3 });
const large = whole.map((n) => 9_007_199_254_740_992n + BigInt(n));
const instantMs = whole.map((n) => Date.UTC(2030, 0, 1) + n * 250);
const lengthMs = whole.map((n) => n * 250);

/** Any instance, of few values. */
export const plainVms: fc.Arbitrary<PlainVm> = fc.record({
  name: word,
  cpu: whole,
  memory: large,
  stopped: fc.boolean(),
  policy: fc.integer({ min: 0, max: 2 }),
  graceMs: fc.option(lengthMs, { nil: undefined }),
  stopAtMs: fc.option(instantMs, { nil: undefined }),
  price: fc.option(whole, { nil: undefined }),
  hostnames: fc.array(word, { maxLength: 3 }),
  disks: fc.array(word, { maxLength: 3 }),
  labels: fc.dictionary(fc.constantFrom("env", "a.b"), word, { maxKeys: 2 }),
});

/** The instance as proto3 JSON. */
export function vmJson(vm: PlainVm) {
  return {
    metadata: { name: vm.name, labels: { ...vm.labels } },
    spec: {
      cpu: vm.cpu,
      memoryBytes: vm.memory.toString(),
      stopped: vm.stopped,
      recoveryPolicy: policies[vm.policy] ?? "",
      ...(vm.graceMs === undefined ? {} : { stopGracePeriod: `${vm.graceMs / 1000}s` }),
      ...(vm.stopAtMs === undefined ? {} : { stopAt: new Date(vm.stopAtMs).toISOString() }),
      ...(vm.price === undefined ? {} : { priceLimit: vm.price }),
      hostnames: [...vm.hostnames],
      secondaryDisks: vm.disks.map((diskId) => ({ diskId })),
    },
  };
}

const orders: readonly { readonly sign: string; readonly fits: (order: number) => boolean }[] = [
  { sign: "=", fits: (order) => order === 0 },
  { sign: "!=", fits: (order) => order !== 0 },
  { sign: "<", fits: (order) => order < 0 },
  { sign: "<=", fits: (order) => order <= 0 },
  { sign: ">", fits: (order) => order > 0 },
  { sign: ">=", fits: (order) => order >= 0 },
  { sign: ":", fits: (order) => order === 0 },
];

function ordered<T extends number | bigint>(
  field: string,
  values: fc.Arbitrary<T>,
  print: (value: T) => string,
  read: (vm: PlainVm) => T | undefined,
): fc.Arbitrary<Meaning> {
  return fc.tuple(fc.constantFrom(...orders), values).map(([{ sign, fits }, wanted]) => ({
    text: `${field} ${sign} ${print(wanted)}`,
    holds: (vm) => {
      const value = read(vm);
      return value !== undefined && fits(value < wanted ? -1 : value > wanted ? 1 : 0);
    },
  }));
}

function quote(text: string): string {
  return `"${text.replace(/["\\*]/g, "\\$&")}"`;
}

/** Strings by equality, and by what they start with. */
function textual(
  field: string,
  sign: string,
  read: (vm: PlainVm) => readonly string[],
): fc.Arbitrary<Meaning> {
  return fc.tuple(word, fc.boolean()).map(([wanted, isPrefix]) => {
    // A star alone asks after `:` whether there is anything at all.
    const pattern = isPrefix && wanted !== "" ? `${quote(wanted).slice(0, -1)}*"` : quote(wanted);
    const fits = (value: string) => (isPrefix && wanted !== "" ? value.startsWith(wanted) : value === wanted);
    const isWanted = sign !== "!=";
    return {
      text: `${field} ${sign} ${pattern}`,
      holds: (vm) => read(vm).some((value) => fits(value) === isWanted),
    };
  });
}

const restrictions: fc.Arbitrary<Meaning> = fc.oneof(
  ordered("spec.cpu", whole, String, ({ cpu }) => cpu),
  ordered("spec.memory_bytes", large, String, ({ memory }) => memory),
  ordered("spec.price_limit", whole, String, ({ price }) => price),
  ordered(
    "spec.stop_at",
    instantMs,
    (ms) => new Date(ms).toISOString(),
    ({ stopAtMs }) => stopAtMs,
  ),
  ordered(
    "spec.stopGracePeriod",
    lengthMs,
    (ms) => `${ms / 1000}s`,
    ({ graceMs }) => graceMs,
  ),
  textual("metadata.name", "=", ({ name }) => [name]),
  textual("metadata.name", "!=", ({ name }) => [name]),
  textual("spec.hostnames", ":", ({ hostnames }) => hostnames),
  textual("spec.secondary_disks.disk_id", ":", ({ disks }) => disks),
  textual("metadata.labels.env", "=", ({ labels }) => present(labels["env"])),
  textual('metadata.labels."a.b"', "!=", ({ labels }) => present(labels["a.b"])),
  fc.constant({ text: "metadata.labels:env", holds: (vm: PlainVm) => Object.hasOwn(vm.labels, "env") }),
  fc.constant({ text: "spec.stop_at:*", holds: (vm: PlainVm) => vm.stopAtMs !== undefined }),
  fc.constant({ text: "spec.cpu:*", holds: (vm: PlainVm) => vm.cpu !== 0 }),
  fc
    .boolean()
    .map((wanted) => ({ text: `spec.stopped = ${wanted}`, holds: (vm: PlainVm) => vm.stopped === wanted })),
  fc.integer({ min: 0, max: 2 }).map((wanted) => ({
    text: `spec.recovery_policy != ${policies[wanted] ?? ""}`,
    holds: (vm: PlainVm) => vm.policy !== wanted,
  })),
);

/** Any filter on instances, with what it means. */
export const { meanings } = fc.letrec<{ meanings: Meaning }>((tie) => {
  const some = fc.array(tie("meanings"), { minLength: 2, maxLength: 3 });
  return {
    meanings: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      restrictions,
      fc.tuple(some, fc.constantFrom(" AND ", " ", "\n")).map(([all, join]) => ({
        text: all.map(({ text }) => `(${text})`).join(join),
        holds: (vm: PlainVm) => all.every(({ holds }) => holds(vm)),
      })),
      some.map((all) => ({
        text: all.map(({ text }) => `(${text})`).join(" OR "),
        holds: (vm: PlainVm) => all.some(({ holds }) => holds(vm)),
      })),
      fc.tuple(tie("meanings"), fc.constantFrom("NOT ", "-")).map(([{ text, holds }, not]) => ({
        text: `${not}(${text})`,
        holds: (vm: PlainVm) => !holds(vm),
      })),
    ),
  };
});

function present(value: string | undefined): readonly string[] {
  return value === undefined ? [] : [value];
}
