import type { DescField, DescMessage, DescOneof } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { fieldBehaviors, oneofBehaviors } from "../methods/behavior.js";
import { isSecretField } from "../base/secret-field.js";
import type { Optioned } from "../base/option-value.js";
import type { CustomOptions } from "../base/options.js";
import { isLenient } from "./lenient.js";
import type {
  Choice,
  LeftRule,
  RequiredBy,
  StatedField,
  StatedMessage,
  StatedOneof,
  ValueRules,
} from "./model.js";
import { celRules, listAt, messagesAt, setAt } from "./rule-message.js";
import { noRules, readFieldRules } from "./value-rules.js";

/** The statements of an API about its messages, each read once. */
export interface Statements {
  field(field: DescField): StatedField;
  oneof(oneof: DescOneof): StatedOneof;
  message(message: DescMessage): StatedMessage;
}

/**
 * Reads what an API states about its fields: behaviors, whether a field is required and by which option, and
 * validation rules. The rules are options of `buf.validate`, which are found by their full name (docs/conventions.md,
 * sections 9 and 12). The methods of the result throw if the value of an option does not have the option's type.
 */
export function readStatements(options: CustomOptions): Statements {
  const message = once((one: DescMessage) => readMessage(one, options));
  return {
    message: (one) => message(one).stated,
    oneof: once((one: DescOneof) => readOneof(one, options, message(one.parent))),
    field: once((one: DescField) => readField(one, options, message(one.parent))),
  };
}

function once<Key extends object, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const kept = new WeakMap<Key, Value>();
  return (key) => {
    let value = kept.get(key);
    if (value === undefined) kept.set(key, (value = read(key)));
    return value;
  };
}

/** A message, and what it says of the rules in it. */
interface ReadMessage {
  readonly stated: StatedMessage;
  /** Older versions switch all rules of a message off by one option. */
  readonly isOff: boolean;
}

function readMessage(message: DescMessage, options: CustomOptions): ReadMessage {
  const rules = options.message(message, "buf.validate.message");
  const isOff = setAt(rules, "disabled") === true;
  const choices = messagesAt(rules, "oneof").map((rule): Choice => ({
    fields: listAt(rule, "fields").map(String),
    isRequired: setAt(rule, "required") === true,
  }));
  const stated: StatedMessage = { choices, cel: celRules(rules), unread: [] };
  return { stated: isOff ? { ...stated, choices: [], cel: [] } : stated, isOff };
}

function readOneof(oneof: DescOneof, options: CustomOptions, { isOff }: ReadMessage): StatedOneof {
  const behaviors = oneofBehaviors(oneof, options);
  const isStated = !isOff && setAt(options.message(oneof, "buf.validate.oneof"), "required") === true;
  return {
    behaviors,
    isRequired: isStated || behaviors.includes("REQUIRED"),
    unread: ofOlderPlugin(oneof, "required", options),
  };
}

function readField(field: DescField, options: CustomOptions, { stated, isOff }: ReadMessage): StatedField {
  const given = isOff ? undefined : options.message(field, "buf.validate.field");
  const isChoice = stated.choices.some(({ fields }) => fields.includes(field.name));
  const read = given
    ? readFieldRules(given, { field, options }, isChoice ? "zero" : undefined)
    : isChoice
      ? { ...noRules, ignore: "zero" as const }
      : noRules;
  const rules: ValueRules = withUnread(read, ofOlderPlugin(field, "rules", options));
  const behaviors = fieldBehaviors(field, options);
  const isRequired = setAt(given, "required") === true && rules.ignore !== "always";
  const said: (RequiredBy | false)[] = [
    field.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED && "proto2",
    behaviors.includes("REQUIRED") && "field_behavior",
    isRequired && "buf.validate",
  ];
  const requiredBy = said.filter((by) => by !== false);
  return {
    behaviors,
    isSecret: isSecretField(field, options),
    requiredBy,
    isLenient: requiredBy.length > 0 && isLenient(field, { behaviors, requiredBy }, options),
    rules,
  };
}

function withUnread(rules: ValueRules, more: readonly LeftRule[]): ValueRules {
  return more.length === 0 ? rules : { ...rules, unread: [...rules.unread, ...more] };
}

/** protoc-gen-validate, which came before protovalidate, has rules of other meanings. */
function ofOlderPlugin(element: Optioned, name: string, options: CustomOptions): readonly LeftRule[] {
  const rule = `validate.${name}`;
  const isSet = options.named(element, name).some(({ option }) => option.typeName === rule);
  return isSet ? [{ rule, why: "it is a rule of protoc-gen-validate" }] : [];
}
