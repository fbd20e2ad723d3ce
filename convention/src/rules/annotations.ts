import type { DescField, DescMessage, DescOneof } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { fieldBehaviors, oneofBehaviors } from "../methods/behavior.js";
import { isSecretField } from "../base/secret-field.js";
import type { DescWithOptions } from "../base/option-value.js";
import type { CustomOptions } from "../base/options.js";
import { isOptionalInRequests } from "./optional-in-requests.js";
import type {
  Choice,
  UncheckedRule,
  RequiredBy,
  FieldAnnotations,
  MessageAnnotations,
  OneofAnnotations,
  ValueRules,
} from "./model.js";
import { getList, getMessages, getValue } from "../base/message-value.js";
import { readCelRules } from "./rule-message.js";
import { noRules, readFieldRules } from "./value-rules.js";

/** Returns the annotations of messages, fields and oneofs. Each is read once. */
export interface Annotations {
  field(field: DescField): FieldAnnotations;
  oneof(oneof: DescOneof): OneofAnnotations;
  message(message: DescMessage): MessageAnnotations;
}

/**
 * Reads what an API states about its fields: behaviors, whether a field is required and by which option, and
 * validation rules. The rules are options of `buf.validate`, which are found by their full name (docs/conventions.md,
 * sections 9 and 12). The methods of the result throw if the value of an option does not have the option's type.
 */
export function readAnnotations(options: CustomOptions): Annotations {
  const message = once((one: DescMessage) => readMessage(one, options));
  return {
    message: (one) => message(one).annotations,
    oneof: once((one: DescOneof) => readOneof(one, options, message(one.parent))),
    field: once((one: DescField) => readField(one, options, message(one.parent))),
  };
}

function once<Key extends object, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>();
  return (key) => {
    let value = cache.get(key);
    if (value === undefined) cache.set(key, (value = read(key)));
    return value;
  };
}

/** The annotations of a message, and whether its rules are disabled. */
interface ReadMessage {
  readonly annotations: MessageAnnotations;
  /** Older versions of protovalidate have an option that disables all rules of a message. */
  readonly isDisabled: boolean;
}

function readMessage(message: DescMessage, options: CustomOptions): ReadMessage {
  const rules = options.message(message, "buf.validate.message");
  const isDisabled = getValue(rules, "disabled") === true;
  const choices = getMessages(rules, "oneof").map((rule): Choice => ({
    fields: getList(rule, "fields").map(String),
    isRequired: getValue(rule, "required") === true,
  }));
  const annotations: MessageAnnotations = { choices, cel: readCelRules(rules), unsupported: [] };
  return { annotations: isDisabled ? { ...annotations, choices: [], cel: [] } : annotations, isDisabled };
}

function readOneof(oneof: DescOneof, options: CustomOptions, { isDisabled }: ReadMessage): OneofAnnotations {
  const behaviors = oneofBehaviors(oneof, options);
  const isMarked = !isDisabled && getValue(options.message(oneof, "buf.validate.oneof"), "required") === true;
  return {
    behaviors,
    isRequired: isMarked || behaviors.includes("REQUIRED"),
    unsupported: listOlderRules(oneof, "required", options),
  };
}

function readField(
  field: DescField,
  options: CustomOptions,
  { annotations, isDisabled }: ReadMessage,
): FieldAnnotations {
  const given = isDisabled ? undefined : options.message(field, "buf.validate.field");
  const isChoice = annotations.choices.some(({ fields }) => fields.includes(field.name));
  const read = given
    ? readFieldRules(given, { field, options }, isChoice ? "zero" : undefined)
    : isChoice
      ? { ...noRules, ignore: "zero" as const }
      : noRules;
  const rules: ValueRules = withUnsupported(read, listOlderRules(field, "rules", options));
  const behaviors = fieldBehaviors(field, options);
  const isRequired = getValue(given, "required") === true && rules.ignore !== "always";
  const sources: (RequiredBy | false)[] = [
    field.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED && "proto2",
    behaviors.includes("REQUIRED") && "field_behavior",
    isRequired && "buf.validate",
  ];
  const requiredBy = sources.filter((by) => by !== false);
  return {
    behaviors,
    isSecret: isSecretField(field, options),
    isCredential: options.isTrue(field, "credentials"),
    requiredBy,
    isOptionalInRequests:
      requiredBy.length > 0 && isOptionalInRequests(field, { behaviors, requiredBy }, options),
    rules,
  };
}

function withUnsupported(rules: ValueRules, more: readonly UncheckedRule[]): ValueRules {
  return more.length === 0 ? rules : { ...rules, unsupported: [...rules.unsupported, ...more] };
}

/** Lists the rules of protoc-gen-validate, the predecessor of protovalidate, whose rules have other meanings. */
function listOlderRules(
  element: DescWithOptions,
  name: string,
  options: CustomOptions,
): readonly UncheckedRule[] {
  const rule = `validate.${name}`;
  const isSet = options.named(element, name).some(({ option }) => option.typeName === rule);
  return isSet ? [{ rule, reason: "it is a rule of protoc-gen-validate" }] : [];
}
