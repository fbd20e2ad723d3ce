import { type DescEnum, type DescField, ScalarType } from "@bufbuild/protobuf";
import type { Rule, RuleValue, ValueRules } from "@stratus/convention";
import { keepsText, ruleValue, sampleText } from "./sample-text.js";

/** Integers that are text in JSON. */
const wide: ReadonlySet<ScalarType> = new Set([
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.SINT64,
  ScalarType.FIXED64,
  ScalarType.SFIXED64,
]);

/** A value of a scalar that keeps its rules, in JSON; undefined if none is found. */
export function sampleScalar(type: ScalarType, of: ValueRules): string | number | boolean | undefined {
  switch (type) {
    case ScalarType.STRING:
      return sampleText(of);
    case ScalarType.BYTES:
      return base64(sampleBytes(of));
    case ScalarType.BOOL:
      return ruleValue(of.rules, "const") !== false;
    default: {
      const isWhole = type !== ScalarType.DOUBLE && type !== ScalarType.FLOAT;
      const value = sampleNumber(of, isWhole);
      return value === undefined ? undefined : wide.has(type) ? String(BigInt(value)) : value;
    }
  }
}

/** A number that keeps its rules: one of the API's own, a one, or what is next to a bound. */
export function sampleNumber(
  { rules, examples }: Pick<ValueRules, "rules" | "examples">,
  isWhole: boolean,
): number | undefined {
  const given = rules.flatMap(({ value }) => [value].flat());
  const numbers = [...examples, ...given].map(Number).filter((one) => Number.isSafeInteger(one) || !isWhole);
  const near = numbers.flatMap((one) => (isWhole ? [one, one + 1, one - 1] : [one, one + 0.5, one - 0.5]));
  const isOne = (one: number): boolean =>
    rules.every((rule) => keepsNumber(one, rule)) && keepsRange(one, rules);
  const own = [...examples].map(Number);
  return [...own, 1, ...near, 0].find(isOne);
}

function keepsNumber(one: number, { name, value }: Rule): boolean {
  const all = [value].flat().map(Number);
  if (name === "const") return one === all[0];
  if (name === "in") return all.includes(one);
  return name !== "not_in" || !all.includes(one);
}

/** A lower bound above the upper one leaves out what is between them. */
function keepsRange(one: number, rules: readonly Rule[]): boolean {
  const at = (name: string): number | undefined => {
    const value = ruleValue(rules, name);
    return value === undefined ? undefined : Number(value);
  };
  const [gt, gte, lt, lte] = [at("gt"), at("gte"), at("lt"), at("lte")];
  const isAbove = (gt === undefined || one > gt) && (gte === undefined || one >= gte);
  const isBelow = (lt === undefined || one < lt) && (lte === undefined || one <= lte);
  const [low, high] = [gte ?? gt, lte ?? lt];
  return low !== undefined && high !== undefined && low > high ? isAbove || isBelow : isAbove && isBelow;
}

/** A value of an enum that keeps its rules, zero last: it says nothing where a value is needed. */
export function sampleEnum({ values }: DescEnum, { rules }: ValueRules): string | undefined {
  const sorted = values.toSorted((a, b) => Number(a.number === 0) - Number(b.number === 0));
  return sorted.find(({ number }) => rules.every((rule) => keepsNumber(number, rule)))?.name;
}

function base64(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString("base64");
}

function sampleBytes({ rules, examples }: ValueRules): Uint8Array | undefined {
  const at = (name: string): RuleValue | undefined => ruleValue(rules, name);
  const own = examples[0] ?? at("const") ?? [at("in")].flat()[0];
  if (own instanceof Uint8Array) return own;
  if (["pattern", "prefix", "suffix", "contains"].some((name) => at(name) !== undefined)) return undefined;
  const sizes: Readonly<Record<string, number>> = { ip: 4, ipv4: 4, ipv6: 16, uuid: 16 };
  const [format] = rules.flatMap(({ name }) => sizes[name] ?? []);
  return new Uint8Array(format ?? Number(at("len") ?? at("min_len") ?? 1)).fill(1);
}

/** A time that is not over soon: the year 2100. */
const farSeconds = 4_102_444_800;

/** Seconds of a `Timestamp` or a `Duration` that keep their rules, whose values are nanoseconds. */
export function sampleSeconds({ rules }: ValueRules): number | undefined {
  const seconds = rules.map((rule) => ({ ...rule, value: scaled(rule.value) }));
  if (seconds.some(({ name }) => name === "within")) return undefined;
  const isLater = seconds.some(({ name }) => name === "gt_now");
  return isLater ? farSeconds : sampleNumber({ rules: seconds, examples: [] }, true);
}

function scaled(value: RuleValue): RuleValue {
  if (typeof value === "bigint") return Number(value) / 1e9;
  return Array.isArray(value) ? value.map(scaled) : value;
}

/** Returns how many elements an example has for a list or a map. */
export function countOf(field: DescField, { rules }: ValueRules): number {
  const end = field.fieldKind === "map" ? "pairs" : "items";
  const at = (name: string): number | undefined => {
    const value = ruleValue(rules, `${name}_${end}`);
    return value === undefined ? undefined : Number(value);
  };
  return Math.min(Math.max(at("min") ?? 0, 1), at("max") ?? Infinity);
}

/** Whether the rules of a field without presence take its default, which is there where no value is given. */
export function isDefaultKept(field: DescField, of: ValueRules): boolean {
  const { rules, cel, examples } = of;
  // Nobody evaluates expressions here; an API that gives examples beside them has values that keep them.
  if (cel.length > 0 && examples.length > 0) return false;
  switch (field.fieldKind) {
    case "list":
    case "map":
      return !rules.some(({ name, value }) => name.startsWith("min_") && Number(value) > 0);
    case "enum":
      return rules.every((rule) => keepsNumber(0, rule));
    case "message":
      return true;
    case "scalar":
      if (field.scalar === ScalarType.STRING) return keepsText("", of);
      if (field.scalar === ScalarType.BOOL)
        return !rules.some(({ name, value }) => name === "const" && value);
      if (field.scalar === ScalarType.BYTES) return rules.every(({ name }) => /^(?:max_|not_)/.test(name));
      return rules.every((rule) => keepsNumber(0, rule)) && keepsRange(0, rules);
  }
}
