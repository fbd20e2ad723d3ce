import {
  emptyValue,
  isSerialized,
  isSerializedValue,
  isRecord,
  isScalar,
  type Properties,
} from "../table/field-access.js";
import { mapEntries } from "../table/map-form.js";
import { isDefault } from "../table/scalar-default.js";
import type { Field, MapKey } from "../table/table.js";
import {
  isFieldRequired,
  type MessagePlan,
  type PlannedField,
  type PlannedRule,
  type PlannedValue,
} from "./plan.js";
import { maxViolations } from "./violation.js";

/** A rule that is broken, not yet in words. */
export interface Finding {
  readonly path: string;
  /** The rule as protovalidate calls it. */
  readonly id: string;
  readonly rule: Omit<PlannedRule, "test">;
  /** The value is shown to nobody, nor what is said of it. */
  readonly isSecret: boolean;
  /** Something is missing that the API requires; all other rules may be looser at a newer server. */
  readonly isMissing: boolean;
}

/** The part of a reset mask that is about one message, or about one field. */
export interface MaskView {
  /** An entry of the mask ends here. */
  readonly isEnd: boolean;
  /** The part about a field, an element or an entry; undefined if nothing of it is named. */
  child(name: string): MaskView | undefined;
}

/** An Update that names nothing. */
const nothingNamed: MaskView = { isEnd: false, child: () => undefined };

/** The index of an element, or the key of an entry. */
type Key = string | number | undefined;

/**
 * A walk through a message, and what it has found. Paths are made for what is broken alone, on the way back: most messages
 * keep all rules, and are looked at before each call.
 */
export interface Walk {
  readonly findings: Finding[];
  /** Milliseconds since 1970, for rules about now. */
  readonly nowMs: number;
  /** The request is for some fields of a resource: those of a field mask. */
  readonly isPartial: boolean;
  /** How many messages are around the one that is looked at. */
  depth: number;
  /** One of them is secret, and so is all that it holds. */
  isSecret: boolean;
}

// Functions, not methods: a call runs them a few times each, and the private methods of a class are slow until they are compiled.

/**
 * Looks at a message and at all that it holds.
 *
 * @param mask The part of it that an Update clears; undefined if a field that is not carried is not set.
 */
export function walkMessage(
  walk: Walk,
  plan: MessagePlan,
  message: Properties,
  mask: MaskView | undefined,
): void {
  for (const one of plan.fields) walkField(walk, one, message, mask);
  for (const { fields, isRequired } of plan.choices) {
    const carried = fields.filter((field) => isSerialized(message, field));
    const isMissing = isRequired && isGone(fields, message, mask);
    if (carried.length < 2 && !isMissing) continue;
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
  if (ignore === "default" && isDefault(field.shape.type, value)) return;
  const mask = around && (around.child(field.name) ?? nothingNamed);
  if (kind === "list") return walkList(walk, planned, value as readonly unknown[], mask);
  if (kind === "map") return walkMap(walk, planned, value, mask);
  if (whole.rules.length > 0) askRules(walk, whole, value, field, undefined);
  if (planned.inside) walkInside(walk, planned, value, undefined, mask);
}

function walkList(
  walk: Walk,
  planned: PlannedField,
  values: readonly unknown[],
  mask: MaskView | undefined,
): void {
  const { field, whole, each, inside } = planned;
  askRules(walk, whole, values, field, undefined);
  if (each.rules.length === 0 && !inside) return;
  for (let index = 0; index < values.length; index++) {
    const one = values[index];
    if (!counts(each, one)) continue;
    askRules(walk, each, one, field, index);
    walkInside(walk, planned, one, index, mask && (mask.child(String(index)) ?? nothingNamed));
    if (walk.findings.length >= maxViolations) return;
  }
}

function walkMap(walk: Walk, planned: PlannedField, values: unknown, mask: MaskView | undefined): void {
  const { field, whole, each, keys } = planned;
  const type = field.shape.kind === "map" ? field.shape.key : "string";
  const entries = mapEntries(values);
  askRules(walk, whole, entries, field, undefined);
  for (const [text, one] of entries) {
    const key = typedKey(type, text);
    if (counts(keys, key)) askRules(walk, keys, key, field, text);
    if (!counts(each, one)) continue;
    askRules(walk, each, one, field, text);
    walkInside(walk, planned, one, text, mask && (mask.child(text) ?? nothingNamed));
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
  const step = stepText(walk, field, key);
  findings.push(...findings.splice(before).map((one) => under(step, one)));
}

/** Whether rules count for an element, a key or a value. */
function counts({ ignore }: PlannedValue, value: unknown): boolean {
  return ignore === undefined || (ignore !== "always" && !isZero(value));
}

function askRules(
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
    const path = stepText(walk, field, key);
    const isSecret = walk.isSecret || field.isSecret;
    report(walk, { path, id: ruleId(rule, value), rule, isMissing: false, isSecret });
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

/** A finding in a message, told from the one around it. */
function under(step: string, finding: Finding): Finding {
  return { ...finding, path: finding.path === "" ? step : `${step}.${finding.path}` };
}

const notSet = { kind: "", name: "required", limit: "" };
const noMember = { kind: "", name: "member", limit: "" };

/** Formats have a rule of another name for what is empty. */
function ruleId({ kind, name }: PlannedRule, value: unknown): string {
  const id = `${kind}.${name}`;
  const isEmpty = value === "" || (value instanceof Uint8Array && value.length === 0);
  return isEmpty && formatRules.test(id) ? `${id}_empty` : id;
}

const formatRules =
  /^(?:string|bytes)\.(?:email|hostname|ip|ipv4|ipv6|uri|address|t?uuid|\w+_prefixlen|\w+_prefix|host_and_port|ulid|protobuf_\w+|.+header_name)$/;

/** Messages have no zero. */
function isZero(value: unknown): boolean {
  return (
    value === 0 ||
    value === "" ||
    value === false ||
    value === 0n ||
    (value instanceof Uint8Array && value.length === 0)
  );
}

/** None of the fields is set, and none can be without this request. */
function isGone(fields: readonly Field[], message: Properties, mask: MaskView | undefined): boolean {
  return fields.every((field) => !isSerialized(message, field) && isCleared(field, mask));
}

/** A field that is not carried is not set: all are but in an Update, which clears those that its mask names. */
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

/** A part of a path: `disks[2]`, `labels["team"]`. Keys of a map that is secret, or in something secret, are not shown. */
function stepText(walk: Walk, { name, shape, isSecret }: Field, key: Key): string {
  if (key === undefined) return name;
  if (shape.kind !== "map") return `${name}[${key}]`;
  return `${name}[${walk.isSecret || isSecret ? "..." : shape.key === "string" ? JSON.stringify(key) : key}]`;
}
