import {
  type DescEnum,
  type DescField,
  type DescFile,
  type DescMessage,
  type DescOneof,
  ScalarType,
} from "@bufbuild/protobuf";
import { type Choice, limitsInWords, type StatedOneof, type Statements } from "@stratus/convention";
import type { FormNames } from "../codecs/form-names.js";
import type { MarksOf } from "../codecs/module.js";
import type { Documented, HintsOf } from "../codecs/comments.js";
import { hasPresence } from "../source/field-traits.js";
import type { Source } from "../source/source.js";
import type { Api, Name } from "./api.js";
import type { Example } from "./example.js";
import type { Examples } from "./examples.js";
import { withNested } from "./file-graph.js";
import { findMaskPaths, type MaskPath } from "./mask-paths.js";
import type { Names } from "./names.js";
import { decidePageNames } from "./page-names.js";

/** What the documentation of an SDK says beside the API as clients have it: every type with all that is in it. */
export interface Guide {
  /** Messages and enums by their full proto names, in the order of files and of what is in them. */
  readonly types: ReadonlyMap<string, GuideType>;
  /** What a reset mask can name, by the full name of the request of an update. */
  readonly maskPaths: ReadonlyMap<string, readonly MaskPath[]>;
  /** Names of the pages of services, by the full names of the services. */
  readonly pages: ReadonlyMap<string, string>;
  /** Examples of requests. */
  readonly examples: Examples;
}

/** What is written at an element for people. */
interface Written {
  readonly text: string;
  /** Text of the deprecation; undefined where the element is not deprecated. */
  readonly deprecated: string | undefined;
}

/** A message or an enum. */
export type GuideType = GuideMessage | GuideEnum;

/** A message and its fields. */
export interface GuideMessage extends Written {
  readonly kind: "message";
  readonly typeName: string;
  readonly packageName: string;
  readonly type: Name;
  readonly fields: readonly GuideField[];
  readonly oneofs: readonly GuideOneof[];
  readonly choices: readonly Choice[];
  /** Rules over several of its fields in words, with the names of code. */
  readonly limits: readonly string[];
}

/** A oneof of a message. */
export interface GuideOneof {
  /** Simple name in the proto. */
  readonly name: string;
  readonly property: string;
  /** One of its members must be set. */
  readonly isRequired: boolean;
  /** How a server treats it, by simple name: `IMMUTABLE`. */
  readonly behaviors: readonly string[];
}

/** An enum and its values. */
export interface GuideEnum extends Written {
  readonly kind: "enum";
  readonly typeName: string;
  readonly packageName: string;
  readonly type: Name;
  readonly values: readonly (Written & {
    readonly name: string;
    /** Simple name in the proto. */
    readonly protoName: string;
    readonly number: number;
  })[];
}

/** A field of a message. */
export interface GuideField extends Written {
  readonly property: string;
  /** Property of the oneof that it is a member of; undefined outside of one. */
  readonly oneof: string | undefined;
  /** Simple name in the proto. */
  readonly name: string;
  readonly holds: "one" | "list" | "map";
  /** Type of the keys of a map in TypeScript. */
  readonly key: string | undefined;
  readonly value: GuideValue;
  /** Kind of one value in the proto: `int64`, `message`. */
  readonly kind: string;
  /** Full name of the message or enum that one value is. */
  readonly typeName: string | undefined;
  /** The same of the keys of a map. */
  readonly keyKind: string | undefined;
  /** A request without it is refused. */
  readonly isRequired: boolean;
  /** It may be absent, which is told from its default. */
  readonly isOptional: boolean;
  /** How a server treats it, by simple name: `OUTPUT_ONLY`. */
  readonly behaviors: readonly string[];
  /** Its value is shown to nobody. */
  readonly isSecret: boolean;
  /** Rules of its value in words, with values of enums as in code. */
  readonly limits: readonly string[];
  /** The same with values of enums as in the proto. */
  readonly protoLimits: readonly string[];
  /** A value that it may have; undefined if none is found, and for all but scalars. */
  readonly example: Example | undefined;
}

/** What a field holds: a type of the API by its full name, or one of the language. */
export type GuideValue = { readonly typeName: string; readonly type: Name } | { readonly text: string };

/** What a guide is made of. */
export interface GuideSource {
  /** The files with messages or enums that have output. */
  readonly codecFiles: readonly DescFile[];
  readonly api: Api;
  readonly names: Pick<Names, "type" | "property">;
  readonly forms: FormNames;
  readonly source: Source;
  readonly deprecationOf: (element: Documented) => string | undefined;
  readonly marksOf: MarksOf;
  readonly statements: Statements;
  /** Facts that readers must know beside comments. */
  readonly hintsOf: HintsOf;
  readonly examples: Examples;
}

/** Describes every type of the files that have output. */
export function describeGuide(from: GuideSource): Guide {
  const messages = from.codecFiles.flatMap((file) => file.messages.flatMap(withNested));
  const enums = [
    ...from.codecFiles.flatMap((file) => file.enums),
    ...messages.flatMap((one) => one.nestedEnums),
  ];
  const types = [
    ...messages.map((one) => describeMessage(one, from)),
    ...enums.map((one) => describeEnum(one, from)),
  ];
  const methods = from.api.packages.flatMap(({ files }) =>
    files.flatMap(({ services }) => services.flatMap((service) => service.methods)),
  );
  const updates = new Set(methods.filter(({ isUpdate }) => isUpdate).map(({ request }) => request.typeName));
  return {
    types: new Map(types.map((one) => [one.typeName, one])),
    maskPaths: new Map(
      messages
        .filter(({ typeName }) => updates.has(typeName))
        .map((message) => [message.typeName, findMaskPaths(message, from)]),
    ),
    pages: decidePageNames(from.api.packages),
    examples: from.examples,
  };
}

function written(element: Documented, { source, deprecationOf }: GuideSource): Written {
  return { text: source.comment(element), deprecated: deprecationOf(element) };
}

function describeMessage(message: DescMessage, from: GuideSource): GuideMessage {
  return {
    kind: "message",
    typeName: message.typeName,
    packageName: message.file.proto.package,
    type: from.names.type(message),
    ...written(message, from),
    fields: message.fields.map((field) => describeField(field, from)),
    oneofs: message.oneofs.map((oneof) => ({
      name: oneof.name,
      property: from.names.property(oneof),
      ...pick(from.statements.oneof(oneof)),
    })),
    choices: from.statements.message(message).choices,
    limits: from.hintsOf(message).limits,
  };
}

function pick({ isRequired, behaviors }: StatedOneof): Pick<GuideOneof, "isRequired" | "behaviors"> {
  return { isRequired, behaviors };
}

function describeEnum(one: DescEnum, from: GuideSource): GuideEnum {
  const names = from.forms.values(one);
  return {
    kind: "enum",
    typeName: one.typeName,
    packageName: one.file.proto.package,
    type: from.names.type(one),
    ...written(one, from),
    values: one.values.map((value) => ({
      name: names.get(value) ?? value.name,
      protoName: value.name,
      number: value.number,
      ...written(value, from),
    })),
  };
}

function describeField(field: DescField, from: GuideSource): GuideField {
  const { names, forms, marksOf } = from;
  const stated = from.statements.field(field);
  const { requiredBy, isLenient } = stated;
  const oneof: DescOneof | undefined = field.oneof;
  return {
    property: names.property(field),
    oneof: oneof && names.property(oneof),
    name: field.name,
    holds: field.fieldKind === "list" || field.fieldKind === "map" ? field.fieldKind : "one",
    key: field.fieldKind === "map" ? forms.scalar(field.mapKey) : undefined,
    value: describeValue(field, from),
    kind: kindOf(field),
    typeName: (field.message ?? field.enum)?.typeName,
    keyKind: field.fieldKind === "map" ? scalarName(field.mapKey) : undefined,
    isRequired: requiredBy.length > 0 && !isLenient,
    isOptional: oneof === undefined && (hasPresence(field) || field.fieldKind === "message"),
    limits: from.hintsOf(field).limits,
    protoLimits: limitsInWords(field, stated),
    example: from.examples.value(field),
    ...marksOf(field),
    ...written(field, from),
  };
}

function describeValue(field: DescField, { names, forms }: GuideSource): GuideValue {
  if (field.message) {
    const plain = forms.plain(field.message);
    if (plain !== undefined) return { text: plain };
    return { typeName: field.message.typeName, type: names.type(field.message) };
  }
  if (field.enum) return { typeName: field.enum.typeName, type: names.type(field.enum) };
  return { text: field.scalar === undefined ? "unknown" : forms.scalar(field.scalar) };
}

function kindOf(field: DescField): string {
  if (field.message) return "message";
  return field.enum ? "enum" : scalarName(field.scalar);
}

/** The name of a scalar in protos: `int64`. */
function scalarName(scalar: ScalarType): string {
  return ScalarType[scalar].toLowerCase();
}
