import {
  type DescEnum,
  type DescField,
  type DescFile,
  type DescMessage,
  type DescOneof,
  ScalarType,
} from "@bufbuild/protobuf";
import { protoCamelCase } from "@bufbuild/protobuf/reflect";
import { describeCelRules, describeLimits, type Annotations } from "@stratus/convention";
import type { GuideEnum, GuideField, GuideKind, GuideMessage } from "../../kit/guide/types.js";
import { normalizeComment } from "../../kit/text/comment-text.js";
import { type GuideTypes, trueOrUndefined, listOrUndefined } from "../../kit/complete-guide.js";
import type { Documented } from "../codecs/comments.js";
import type { AnnotationsOf } from "../codecs/module.js";
import { hasPresence, isLongAsString } from "../source/field-traits.js";
import { isSharedType } from "../source/shared-types.js";
import type { Source } from "../source/source.js";
import type { Examples } from "./examples.js";
import { groupBy } from "../../kit/group-by.js";
import { withNested } from "./file-graph.js";
import type { Names } from "./names.js";

/** The types of an API as its guide has them. */
export interface DescribedTypes extends GuideTypes {
  /** Module of a type, of one that the guide describes. */
  moduleOf(typeName: string): string | undefined;
  /** Names of the messages and enums of a module, in their order. */
  in(module: string): { readonly messages: readonly string[]; readonly enums: readonly string[] };
}

/** All that describes a type. */
export interface TypesSource {
  /** The files with messages or enums that have output. */
  readonly codecFiles: readonly DescFile[];
  readonly names: Pick<Names, "type" | "property" | "values">;
  readonly source: Source;
  readonly deprecationOf: (element: Documented) => string | undefined;
  readonly annotationsOf: AnnotationsOf;
  readonly annotations: Annotations;
  readonly examples: Examples;
}

/** Describes the types of the files that have output, each when it is asked for; readers know those of `google.protobuf`. */
export function describeTypes(from: TypesSource): DescribedTypes {
  const nested = from.codecFiles.flatMap((file) => file.messages.flatMap(withNested));
  const messages = ownByName(nested);
  const enums = ownByName([
    ...from.codecFiles.flatMap((file) => file.enums),
    ...nested.flatMap((one) => one.nestedEnums),
  ]);
  const moduleOf = (typeName: string): string | undefined => {
    const type = messages.get(typeName) ?? enums.get(typeName);
    return type && from.names.type(type).module;
  };
  const within = (types: ReadonlyMap<string, unknown>): ReadonlyMap<string | undefined, readonly string[]> =>
    groupBy([...types.keys()], moduleOf);
  const [messagesIn, enumsIn] = [within(messages), within(enums)];
  return {
    message: remembered((typeName) => {
      const message = messages.get(typeName);
      return message && describeMessage(message, from);
    }),
    enum: remembered((typeName) => {
      const one = enums.get(typeName);
      return one && describeEnum(one, from);
    }),
    moduleOf,
    in: (module) => ({ messages: messagesIn.get(module) ?? [], enums: enumsIn.get(module) ?? [] }),
  };
}

/** Those that the runtime does not have. */
function ownByName<T extends DescMessage | DescEnum>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.filter((one) => !isSharedType(one)).map((one) => [one.typeName, one]));
}

function remembered<T>(find: (name: string) => T): (name: string) => T {
  const found = new Map<string, T>();
  return (name) => {
    if (!found.has(name)) found.set(name, find(name));
    return found.get(name) as T;
  };
}

/** Returns the texts of an element for people. */
function written(element: Documented, { source, deprecationOf }: TypesSource) {
  return { text: normalizeComment(source.comment(element)), deprecated: deprecationOf(element) };
}

function describeMessage(message: DescMessage, from: TypesSource): GuideMessage {
  const { choices, cel } = from.annotations.message(message);
  return {
    type: from.names.type(message).name,
    ...written(message, from),
    fields: message.fields.map((field) => describeField(field, from)),
    oneofs: listOrUndefined(
      message.oneofs.map((oneof) => {
        const { isRequired, behaviors } = from.annotations.oneof(oneof);
        return {
          name: oneof.name,
          property: from.names.property(oneof),
          isRequired: trueOrUndefined(isRequired),
          behaviors: listOrUndefined(behaviors),
        };
      }),
    ),
    choices: listOrUndefined(choices.map(({ fields, isRequired }) => ({ fields, isRequired }))),
    limits: listOrUndefined(describeCelRules(cel)),
  };
}

function describeEnum(one: DescEnum, from: TypesSource): GuideEnum {
  const names = from.names.values(one).local;
  return {
    type: from.names.type(one).name,
    ...written(one, from),
    values: one.values.map((value) => {
      const local = names.get(value) ?? value.name;
      return {
        name: value.name,
        property: local === value.name ? undefined : local,
        number: value.number,
        ...written(value, from),
      };
    }),
  };
}

function describeField(field: DescField, from: TypesSource): GuideField {
  const stated = from.annotations.field(field);
  const { requiredBy, isOptionalInRequests } = stated;
  const { behaviors, isSecret } = from.annotationsOf(field);
  const oneof: DescOneof | undefined = field.oneof;
  const limits = describeLimits(field, stated);
  return {
    name: field.name,
    property: from.names.property(field),
    json: field.jsonName === protoCamelCase(field.name) ? undefined : field.jsonName,
    kind: kindOf(field),
    type: (field.message ?? field.enum)?.typeName,
    isList: trueOrUndefined(field.fieldKind === "list"),
    isString: trueOrUndefined(isLongAsString(field)),
    mapKey: field.fieldKind === "map" ? scalarName(field.mapKey) : undefined,
    oneof: oneof?.name,
    isOptional: trueOrUndefined(oneof === undefined && hasPresence(field) && !field.message),
    ...written(field, from),
    behaviors: listOrUndefined(behaviors),
    isRequired: trueOrUndefined(requiredBy.length > 0 && !isOptionalInRequests),
    limits: listOrUndefined(limits),
    example: limits.length > 0 ? from.examples.value(field) : undefined,
    isSecret: trueOrUndefined(isSecret),
    isCredential: trueOrUndefined(stated.isCredential),
  };
}

function kindOf(field: DescField): GuideKind {
  if (field.message) return "message";
  return field.enum ? "enum" : scalarName(field.scalar);
}

/** The name of a scalar in protos: `int64`. */
function scalarName(scalar: ScalarType): GuideKind {
  return ScalarType[scalar].toLowerCase() as GuideKind;
}
