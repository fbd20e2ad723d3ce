/** Reads the messages of `buf.validate`. */
import type { DescField } from "@bufbuild/protobuf";
import { isReflectList, isReflectMessage, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { getList, getMessages, getText, getValue } from "../base/message-value.js";
import type { CelRule, RuleValue } from "./model.js";

/** Returns the name of the enum value in a field, without the prefix of its enum: `IF_ZERO_VALUE` of `Ignore`. */
export function readEnumName(message: ReflectMessage | undefined, name: string): string | undefined {
  const field = message?.fields.find((one) => one.name === name);
  if (field?.fieldKind !== "enum" || !message?.isSet(field)) return undefined;
  const number: unknown = message.get(field);
  const prefix = field.enum.sharedPrefix?.toUpperCase() ?? "";
  return field.enum.values.find((value) => value.number === number)?.name.replace(prefix, "");
}

/** Reads the rules in CEL of a message: those with an ID and a text (`cel`), and plain expressions (`cel_expression`). */
export function readCelRules(message: ReflectMessage | undefined): readonly CelRule[] {
  return [
    ...getMessages(message, "cel").map((rule) => ({
      id: getText(rule, "id"),
      message: getText(rule, "message"),
      expression: getText(rule, "expression"),
    })),
    ...getList(message, "cel_expression").map((one) => ({
      id: String(one),
      message: "",
      expression: String(one),
    })),
  ];
}

/** Reads the value of a rule as plain data. */
export function readRuleValue(message: ReflectMessage, field: DescField): RuleValue {
  return toPlainValue(message.get(field));
}

function toPlainValue(value: unknown): RuleValue {
  if (isReflectList(value)) return [...value].map(toPlainValue);
  if (!isReflectMessage(value)) return value as RuleValue;
  const { typeName } = value.desc;
  if (typeName === "google.protobuf.FieldMask") return getList(value, "paths").map(String);
  const integer = (name: string): bigint => BigInt(String(getValue(value, name) ?? 0));
  return integer("seconds") * 1_000_000_000n + integer("nanos");
}
