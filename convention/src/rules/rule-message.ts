/**
 * Reading the messages of `buf.validate`: by the names of their fields, since every API brings the version of
 * them that it was written with.
 */
import type { DescField } from "@bufbuild/protobuf";
import { isReflectList, isReflectMessage, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { CelRule, RuleValue } from "./model.js";

/** The value of a field that is set; undefined where it is not, or the message has no such field. */
export function setAt(message: ReflectMessage | undefined, name: string): unknown {
  const field = message?.fields.find((one) => one.name === name);
  return field && message?.isSet(field) ? message.get(field) : undefined;
}

/** The message in a field; undefined if it is not set. */
export function messageAt(message: ReflectMessage | undefined, name: string): ReflectMessage | undefined {
  const value = setAt(message, name);
  return isReflectMessage(value) ? value : undefined;
}

/** The messages of a list; none where it has none. */
export function messagesAt(message: ReflectMessage | undefined, name: string): readonly ReflectMessage[] {
  return listAt(message, name).filter((one) => isReflectMessage(one));
}

/** The elements of a list; none where it has none. */
export function listAt(message: ReflectMessage | undefined, name: string): readonly unknown[] {
  const value = setAt(message, name);
  return isReflectList(value) ? [...value] : [];
}

/** The name of the enum value in a field, without the enum's: `IF_ZERO_VALUE` of `Ignore`. */
export function enumNameAt(message: ReflectMessage | undefined, name: string): string | undefined {
  const field = message?.fields.find((one) => one.name === name);
  if (field?.fieldKind !== "enum" || !message?.isSet(field)) return undefined;
  const number: unknown = message.get(field);
  const prefix = field.enum.sharedPrefix?.toUpperCase() ?? "";
  return field.enum.values.find((value) => value.number === number)?.name.replace(prefix, "");
}

/** The rules in CEL of a message that has some: whole ones, and expressions alone. */
export function celRules(message: ReflectMessage | undefined): readonly CelRule[] {
  return [
    ...messagesAt(message, "cel").map((rule) => ({
      id: textAt(rule, "id"),
      message: textAt(rule, "message"),
      expression: textAt(rule, "expression"),
    })),
    ...listAt(message, "cel_expression").map((one) => ({
      id: String(one),
      message: "",
      expression: String(one),
    })),
  ];
}

function textAt(message: ReflectMessage, name: string): string {
  return String(setAt(message, name) ?? "");
}

/** The value of a field of a rule's message, as plain data. */
export function ruleValue(message: ReflectMessage, field: DescField): RuleValue {
  return plain(message.get(field));
}

function plain(value: unknown): RuleValue {
  if (isReflectList(value)) return [...value].map(plain);
  if (!isReflectMessage(value)) return value as RuleValue;
  const { typeName } = value.desc;
  if (typeName === "google.protobuf.FieldMask") return listAt(value, "paths").map(String);
  return (
    BigInt(String(setAt(value, "seconds") ?? 0)) * 1_000_000_000n + BigInt(String(setAt(value, "nanos") ?? 0))
  );
}
