import {
  emptyValue,
  isSerialized,
  isSerializedValue,
  isRecord,
  isScalar,
  type Properties,
} from "../table/field-access.js";
import { mapEntries } from "../table/map-form.js";
import { isDefault, toNumeric } from "../table/scalar-default.js";
import type { Field, MapKey } from "../table/table.js";
import {
  isFieldRequired,
  type MessagePlan,
  type PlannedField,
  type PlannedRule,
  type PlannedValue,
} from "./plan.js";
import { maxViolations } from "./violation.js";

/** A violation that is not formatted yet. */
export interface Finding {
  readonly path: string;
  /** The name of the rule in protovalidate. */
  readonly id: string;
  readonly rule: Omit<PlannedRule, "test">;
  /** Whether neither the value nor the rule may be shown. */
  readonly isSecret: boolean;
  /** Whether a required field is missing. A newer server may have loosened all other rules. */
  readonly isMissing: boolean;
}

/** The part of a reset mask for one message or field. */
export interface MaskView {
  /** Whether an entry of the mask ends here. */
  readonly isEnd: boolean;
  /** Returns the part for a field, an element or an entry; undefined if the mask names nothing in it. */
  child(name: string): MaskView | undefined;
}

/** An empty mask. */
const emptyMask: MaskView = { isEnd: false, child: () => undefined };

/** The index of an element, or the key of an entry. */
type Key = string | number | undefined;

/**
 * The state of a walk through a message. Paths are created only for violations, on the way back, because every request is
 * checked and most have none.
 */
export interface Walk {
  readonly findings: Finding[];
  /** Milliseconds since 1970, for rules about now. */
  readonly nowMs: number;
  /** Whether the request has a field mask. */
  readonly isPartial: boolean;
  /** The number of messages around the current one. */
  depth: number;
  /** Whether one of them is secret. */
  isSecret: boolean;
}

// Functions instead of methods, because private methods are slow until they are compiled, and a call runs them only a few times.

/**
 * Checks a message and all messages in it.
 *
 * @param mask the part of an Update's mask for it; undefined if omitted fields are not set
 */
export function walkMessage(
  walk: Walk,
  plan: MessagePlan,
  message: Properties,
  mask: MaskView | undefined,
): void {
  for (const one of plan.fields) walkField(walk, one, message, mask);
  for (const { fields, isRequired } of plan.choices) {
    const serialized = fields.filter((field) => isSerialized(message, field));
    const isMissing = isRequired && isMissingIn(fields, message, mask);
    if (serialized.length < 2 && !isMissing) continue;
    const limit = fields.map(({ name }) => name);
    const rule = { kind: "", name: isMissing ? "one_of" : "only_one", limit };
    report(walk, { path: "", id: "message.oneof", rule, isMissing, isSecret: false });
  }
  for (const { name, property, members } of plan.oneofs) {
    if (message[property] !== undefined || !members.every((one) => isCleared(one, mask))) continue;
    report(walk, { path: name, id: "required", rule: noMember, isMissing: true, isSecret: false });
  }
}

function walkField(
  walk: Walk,
  planned: PlannedField,
  message: Properties,
  around: MaskView | undefined,
): void {
  const { field, whole, kind, member } = planned;
  let given = message[planned.property];
  if (member !== undefined) given = isRecord(given) && given["$case"] === member ? given["value"] : undefined;
  if (
    !(planned.hasOneZero ? given !== planned.zero && given !== undefined : isSerializedValue(field, given))
  ) {
    if (!isCleared(field, around)) return;
    if (isFieldRequired(planned, walk.isPartial && walk.depth > 0)) return reportMissing(walk, planned);
    if (!planned.hasDefault) return;
  }
  const { ignore } = whole;
  if (ignore === "always") return;
  const value = given ?? emptyValue(field);
  const { type } = field.shape;
  if (ignore === "default" && isDefault(type, value)) return;
  const mask = around && (around.child(field.name) ?? emptyMask);
  if (kind === "list") return walkList(walk, planned, value as readonly unknown[], mask);
  if (kind === "map") return walkMap(walk, planned, value, mask);
  if (whole.rules.length > 0) testRules(walk, whole, toNumeric(type, value), field, undefined);
  if (planned.inside) walkInside(walk, planned, value, undefined, mask);
}

function walkList(
  walk: Walk,
  planned: PlannedField,
  values: readonly unknown[],
  mask: MaskView | undefined,
): void {
  const { field, whole, each, inside } = planned;
  const { type } = field.shape;
  testRules(walk, whole, values, field, undefined);
  if (each.rules.length === 0 && !inside) return;
  for (let index = 0; index < values.length; index++) {
    const one = toNumeric(type, values[index]);
    if (!applies(each, one)) continue;
    testRules(walk, each, one, field, index);
    walkInside(walk, planned, one, index, mask && (mask.child(String(index)) ?? emptyMask));
    if (walk.findings.length >= maxViolations) return;
  }
}

function walkMap(walk: Walk, planned: PlannedField, values: unknown, mask: MaskView | undefined): void {
  const { field, whole, each, keys } = planned;
  const type = field.shape.kind === "map" ? field.shape.key : "string";
  const entries = mapEntries(values);
  testRules(walk, whole, entries, field, undefined);
  for (const [text, one] of entries) {
    const key = typedKey(type, text);
    if (applies(keys, key)) testRules(walk, keys, key, field, text);
    if (!applies(each, one)) continue;
    testRules(walk, each, one, field, text);
    walkInside(walk, planned, one, text, mask && (mask.child(text) ?? emptyMask));
    if (walk.findings.length >= maxViolations) return;
  }
}

function walkInside(
  walk: Walk,
  { field, inside }: PlannedField,
  value: unknown,
  key: Key,
  mask: MaskView | undefined,
): void {
  if (!inside || !isRecord(value)) return;
  const { findings, isSecret } = walk;
  const before = findings.length;
  walk.depth++;
  walk.isSecret ||= field.isSecret;
  walkMessage(walk, inside, value, mask);
  walk.depth--;
  walk.isSecret = isSecret;
  if (findings.length === before) return;
  const step = formatStep(walk, field, key);
  findings.push(...findings.splice(before).map((one) => prefixPath(step, one)));
}

/** Whether rules apply to an element, a key or a value. */
function applies({ ignore }: PlannedValue, value: unknown): boolean {
  return ignore === undefined || (ignore !== "always" && !isZero(value));
}

function testRules(
  walk: Walk,
  { rules, isFloat }: PlannedValue,
  value: unknown,
  field: Field,
  key: Key,
): void {
  if (rules.length === 0) return;
  const compared = isFloat ? Math.fround(Number(value)) : value;
  for (const rule of rules) {
    if (rule.test(compared, walk.nowMs)) continue;
    const path = formatStep(walk, field, key);
    const isSecret = walk.isSecret || field.isSecret;
    report(walk, { path, id: toRuleId(rule, value), rule, isMissing: false, isSecret });
  }
}

function reportMissing(walk: Walk, { field, required, isLenient }: PlannedField): void {
  const id = required === "label" ? "legacy_required" : "required";
  report(walk, {
    path: field.name,
    id,
    rule: notSet,
    isMissing: !isLenient,
    isSecret: false,
  });
}

function report({ findings }: Walk, finding: Finding): void {
  if (findings.length < maxViolations) findings.push(finding);
}

/** Adds a step to the path of a finding. */
function prefixPath(step: string, finding: Finding): Finding {
  return { ...finding, path: finding.path === "" ? step : `${step}.${finding.path}` };
}

const notSet = { kind: "", name: "required", limit: "" };
const noMember = { kind: "", name: "member", limit: "" };

/** Returns the ID of a rule. In protovalidate, formats have another ID for empty values. */
function toRuleId({ kind, name }: PlannedRule, value: unknown): string {
  const id = `${kind}.${name}`;
  const isEmpty = value === "" || (value instanceof Uint8Array && value.length === 0);
  return isEmpty && formatRules.test(id) ? `${id}_empty` : id;
}

const formatRules =
  /^(?:string|bytes)\.(?:email|hostname|ip|ipv4|ipv6|uri|address|t?uuid|\w+_prefixlen|\w+_prefix|host_and_port|ulid|protobuf_\w+|.+header_name)$/;

/** Whether a value is the default of its type. Messages have no default. */
function isZero(value: unknown): boolean {
  return (
    value === 0 ||
    value === "" ||
    value === false ||
    value === 0n ||
    (value instanceof Uint8Array && value.length === 0)
  );
}

/** Whether none of the fields is set after the request. */
function isMissingIn(fields: readonly Field[], message: Properties, mask: MaskView | undefined): boolean {
  return fields.every((field) => !isSerialized(message, field) && isCleared(field, mask));
}

/** Whether an omitted field is not set. In an Update, only fields that the mask names are cleared. */
function isCleared(field: Field, mask: MaskView | undefined): boolean {
  if (mask === undefined || (field.oneof && mask.child(field.oneof.name)?.isEnd)) return true;
  const named = mask.child(field.name);
  return named !== undefined && (named.isEnd || field.shape.kind !== "single" || !isScalar(field));
}

function typedKey(key: MapKey, text: string): unknown {
  if (key === "string") return text;
  if (key === "bool") return text === "true";
  return key.endsWith("64") ? BigInt(text) : Number(text);
}

/** Formats a step of a path: `disks[2]`, `labels["team"]`. The keys of secret maps are hidden. */
function formatStep(walk: Walk, { name, shape, isSecret }: Field, key: Key): string {
  if (key === undefined) return name;
  if (shape.kind !== "map") return `${name}[${key}]`;
  return `${name}[${walk.isSecret || isSecret ? "..." : shape.key === "string" ? JSON.stringify(key) : key}]`;
}
