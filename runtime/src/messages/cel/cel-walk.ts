import type { DescField } from "@bufbuild/protobuf";
import type { ReflectMessage, ScalarValue } from "@bufbuild/protobuf/reflect";
import { isReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { celFromScalar, type CelInput } from "@bufbuild/cel";
import type { MessagePlan, PlannedField, PlannedValue } from "../check/plan.js";
import { maxViolations, type Violation } from "../check/violation.js";
import type { CelRow } from "../table/rules.js";
import type { Expressions } from "./expression.js";

/** The parts of a walk beside the message. */
interface WalkParts {
  readonly expressions: Expressions;
  readonly now: Timestamp;
  readonly isUpdate: boolean;
  /** Names of secret fields, in whatever message. */
  readonly secrets: readonly string[];
}

/** A walk through a message that collects violations of rules in CEL. */
export class CelWalk {
  readonly violations: Violation[] = [];
  readonly #expressions: Expressions;
  readonly #now: Timestamp;
  /** Whether only fields that the message carries are checked, as in an Update. */
  readonly #isUpdate: boolean;
  /** Names of secret fields. */
  readonly #secrets: readonly string[];

  constructor({ expressions, now, isUpdate, secrets }: WalkParts) {
    this.#expressions = expressions;
    this.#now = now;
    this.#isUpdate = isUpdate;
    this.#secrets = secrets;
  }

  /** Checks a message and all messages in it. `isSecret` if one around it is secret. */
  message(plan: MessagePlan, message: ReflectMessage, path: string, isSecret: boolean): void {
    const prefix = path === "" ? "" : `${path}.`;
    for (const row of plan.cel) {
      if (this.#isUpdate && !carriesAll(message, row)) continue;
      this.#ask(row, message, path, isSecret);
    }
    for (const one of plan.fields) {
      const field = message.fields.find(({ name }) => name === one.field.name);
      if (field) this.#field(one, field, message, prefix + field.name, isSecret || one.field.isSecret);
    }
  }

  #field(
    planned: PlannedField,
    field: DescField,
    message: ReflectMessage,
    path: string,
    isSecret: boolean,
  ): void {
    const { whole, required, hasDefault, inside } = planned;
    const isSet = message.isSet(field);
    if (!isSet && (this.#isUpdate || required !== undefined || !hasDefault)) return;
    if (whole.ignore === "always" || (whole.ignore === "default" && !isSet)) return;
    const subject = toCelValue(message, field);
    this.#asksAll(whole, subject, path, isSecret);
    if (field.fieldKind === "message" && inside) this.message(inside, message.get(field), path, isSecret);
    if (field.fieldKind === "list") {
      for (const [index, one] of [...message.get(field)].entries())
        this.#element(planned, toCelScalar(field.scalar, one), `${path}[${index}]`, isSecret);
    }
    if (field.fieldKind === "map") {
      for (const [key, one] of message.get(field)) {
        const shown = typeof key === "string" ? JSON.stringify(key) : String(key);
        const at = `${path}[${isSecret ? "..." : shown}]`;
        this.#asksAll(planned.keys, celFromScalar(field.mapKey, key as ScalarValue), at, isSecret);
        this.#element(planned, toCelScalar(field.scalar, one), at, isSecret);
      }
    }
  }

  #element({ each, inside }: PlannedField, value: CelInput, path: string, isSecret: boolean): void {
    if (each.ignore === "always" || (each.ignore && isZero(value))) return;
    this.#asksAll(each, value, path, isSecret);
    if (inside && isReflectMessage(value)) this.message(inside, value, path, isSecret);
  }

  #asksAll({ cel }: PlannedValue, value: CelInput, path: string, isSecret: boolean): void {
    for (const row of cel) this.#ask(row, value, path, isSecret);
  }

  #ask(row: CelRow, subject: CelInput, path: string, isSecret: boolean): void {
    if (this.violations.length >= maxViolations) return;
    const [id, message, expression] = row;
    const result = this.#result(expression, subject);
    const isBroken = typeof result === "string" ? result !== "" : result === false;
    if (!isBroken) return;
    const rule = `cel:${id}`;
    const text = message || (typeof result === "string" ? result : `must keep the rule ${rule}`);
    const isHidden = isSecret || this.#namesSecret(row);
    this.violations.push({ path, rule, text: isHidden ? `must keep the rule ${rule}` : text });
  }

  /** Whether the text of an expression may contain a secret, because it names a secret field. */
  #namesSecret([, , expression]: CelRow): boolean {
    const words = new Set(expression.match(/\w+/g));
    return this.#secrets.some((name) => words.has(name));
  }

  /** Evaluates an expression. Returns undefined, or an error of CEL, if only the server can evaluate it. */
  #result(expression: string, subject: CelInput): unknown {
    try {
      return this.#expressions.of(expression)?.({ this: subject, now: this.#now });
    } catch {
      return undefined;
    }
  }
}

/** Whether a message carries every field that an expression uses. False if it may use others. */
function carriesAll(message: ReflectMessage, [, , expression]: CelRow): boolean {
  const names = [...expression.matchAll(/\bthis\b(?:\.(\w+))?/g)].map(([, name]) => name);
  return names.every((name) => message.fields.some((field) => field.name === name && message.isSet(field)));
}

function toCelValue(message: ReflectMessage, field: DescField): CelInput {
  const value: unknown = message.get(field);
  return field.fieldKind === "scalar"
    ? celFromScalar(field.scalar, value as ScalarValue)
    : (value as CelInput);
}

function toCelScalar(scalar: DescField["scalar"], value: unknown): CelInput {
  return scalar === undefined ? (value as CelInput) : celFromScalar(scalar, value as ScalarValue);
}

function isZero(value: unknown): boolean {
  if (value instanceof Uint8Array) return value.length === 0;
  if (typeof value === "object" && value !== null && "value" in value) return value.value === 0n;
  return value === 0 || value === 0n || value === "" || value === false;
}
