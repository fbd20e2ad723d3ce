import type { GuideEnum, GuideField, GuideMessage } from "../../model/guide.js";
import { commentText } from "./comment-text.js";

/** A message as the guide has it; what is undefined is left out. */
export function messageData({ type, text, deprecated, fields, oneofs, choices }: GuideMessage) {
  return {
    type: type.name,
    text: commentText(text),
    deprecated,
    fields: fields.map((one) => fieldData(one, oneofs)),
    oneofs: someOf(
      oneofs.map((one) => ({
        name: one.name,
        property: one.property,
        isRequired: orNothing(one.isRequired),
        behaviors: someOf(one.behaviors),
      })),
    ),
    choices: someOf(choices.map(({ fields: names, isRequired }) => ({ fields: names, isRequired }))),
  };
}

function fieldData(field: GuideField, oneofs: GuideMessage["oneofs"]) {
  const { name, property, kind, typeName, holds, keyKind, oneof, text, deprecated, behaviors } = field;
  return {
    name,
    property,
    kind,
    type: typeName,
    isList: orNothing(holds === "list"),
    mapKey: keyKind,
    oneof: oneofs.find((one) => one.property === oneof)?.name,
    isOptional: orNothing(field.isOptional && kind !== "message"),
    text: commentText(text),
    deprecated,
    behaviors: someOf(behaviors),
    isRequired: orNothing(field.isRequired),
    limits: someOf(field.protoLimits),
    isSecret: orNothing(field.isSecret),
  };
}

/** An enum as the guide has it. */
export function enumData({ type, text, deprecated, values }: GuideEnum) {
  return {
    type: type.name,
    text: commentText(text),
    deprecated,
    values: values.map((one) => ({
      name: one.protoName,
      number: one.number,
      text: commentText(one.text),
      deprecated: one.deprecated,
    })),
  };
}

/** A claim is said only if it is true. */
function orNothing(claim: boolean): true | undefined {
  return claim ? true : undefined;
}

/** A list is said only if something is in it. */
function someOf<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
