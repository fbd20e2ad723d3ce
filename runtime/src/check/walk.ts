import {
  emptyValue,
  isCarried,
  isRecord,
  isScalar,
  readField,
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

/** The message that is looked at. */
interface Place {
  readonly message: Properties;
  /** Its path with a dot behind it; empty for the outermost. */
  readonly path: string;
  /** The part of it that an Update clears; undefined if a field that is not carried is not set. */
  readonly mask: MaskView | undefined;
}

/** A walk through a message, and what it has found. */
export class Walk {
  readonly findings: Finding[] = [];
  readonly #nowNs: bigint;
  /** The request is for some fields of a resource: those of a field mask. */
  readonly #isPartial: boolean;

  constructor(nowMs: number, isPartial: boolean) {
    this.#nowNs = BigInt(Math.trunc(nowMs)) * 1_000_000n;
    this.#isPartial = isPartial;
  }

  /** Looks at a message and at all that it holds. */
  message(plan: MessagePlan, place: Place): void {
    for (const one of plan.fields) this.#field(one, place);
    for (const { fields, isRequired } of plan.choices) {
      const carried = fields.filter((field) => isCarried(place.message, field));
      const isMissing = isRequired && isGone(fields, place);
      if (carried.length < 2 && !isMissing) continue;
      const limit = fields.map(({ name }) => name);
      const rule = { kind: "", name: isMissing ? "one_of" : "only_one", limit };
      this.#report(place.path.slice(0, -1), "message.oneof", rule, isMissing);
    }
    for (const { name, members } of plan.oneofs) {
      if (isGone(members, place)) this.#report(place.path + name, "required", noMember, true);
    }
  }

  #field(planned: PlannedField, place: Place): void {
    const { field, whole, hasDefault } = planned;
    const path = place.path + field.name;
    const isSet = isCarried(place.message, field);
    if (!isSet) {
      if (!isCleared(field, place)) return;
      if (isFieldRequired(planned, this.#isPartial && place.path !== "")) {
        const rule = planned.required === "label" ? "legacy_required" : "required";
        return this.#report(path, rule, notSet, !planned.isLenient);
      }
      if (!hasDefault) return;
    }
    if (whole.ignore === "always") return;
    const value = readField(place.message, field) ?? emptyValue(field);
    if (whole.ignore === "default" && isDefault(field.shape.type, value)) return;
    const mask = place.mask && (place.mask.child(field.name) ?? nothingNamed);
    if (field.shape.kind !== "single") return this.#several(planned, value, { path, mask });
    this.#rules(whole, value, path, field);
    this.#inside(planned, value, { path, mask });
  }

  #several(planned: PlannedField, value: unknown, at: Pick<Place, "path" | "mask">): void {
    const { field, whole, each, keys } = planned;
    const { path, mask } = at;
    const key = field.shape.kind === "map" ? field.shape.key : undefined;
    const entries = key ? mapEntries(value) : Object.entries(value as readonly unknown[]);
    this.#rules(whole, key ? entries : value, path, field);
    for (const [text, one] of entries) {
      const inside = `${path}[${shownKey(field, key, text)}]`;
      if (key) this.#given(keys, typedKey(key, text), inside, field);
      if (!this.#given(each, one, inside, field)) continue;
      this.#inside(planned, one, { path: inside, mask: mask && (mask.child(text) ?? nothingNamed) });
      if (this.findings.length >= maxViolations) return;
    }
  }

  #inside({ inside }: PlannedField, value: unknown, { path, mask }: Pick<Place, "path" | "mask">): void {
    if (inside && isRecord(value)) this.message(inside, { message: value, path: `${path}.`, mask });
  }

  /** Asks the rules of an element, a key or a value, unless they do not count for it. */
  #given(planned: PlannedValue, value: unknown, path: string, field: Field): boolean {
    if (planned.ignore === "always") return false;
    if (planned.ignore && isZero(value)) return false;
    this.#rules(planned, value, path, field);
    return true;
  }

  #rules({ rules, isFloat }: PlannedValue, value: unknown, path: string, field: Field): void {
    const compared = isFloat ? Math.fround(Number(value)) : value;
    for (const rule of rules) {
      if (rule.test(compared, this.#nowNs)) continue;
      this.#report(path, ruleId(rule, value), rule, false, field.isSecret);
    }
  }

  #report(path: string, id: string, rule: Finding["rule"], isMissing: boolean, isSecret = false): void {
    if (this.findings.length < maxViolations) this.findings.push({ path, id, rule, isMissing, isSecret });
  }
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
function isGone(fields: readonly Field[], place: Place): boolean {
  return fields.every((field) => !isCarried(place.message, field) && isCleared(field, place));
}

/** A field that is not carried is not set: all are but in an Update, which clears those that its mask names. */
function isCleared(field: Field, place: Place): boolean {
  if (place.mask === undefined || (field.oneof && isNamed(place, field.oneof.name))) return true;
  const named = place.mask.child(field.name);
  return named !== undefined && (named.isEnd || field.shape.kind !== "single" || !isScalar(field));
}

function isNamed({ mask }: Place, name: string): boolean {
  return mask?.child(name)?.isEnd ?? false;
}

function typedKey(key: MapKey, text: string): unknown {
  if (key === "string") return text;
  if (key === "bool") return text === "true";
  return key.endsWith("64") ? BigInt(text) : Number(text);
}

function shownKey({ isSecret, shape }: Field, key: MapKey | undefined, text: string): string {
  if (key && isSecret) return "...";
  return shape.kind === "map" && key === "string" ? JSON.stringify(text) : text;
}
