import {
  type DescField,
  type DescFile,
  type DescMessage,
  type DescOneof,
  ScalarType,
} from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import {
  isOmittedFromRequests,
  isDocumentedAsRequired,
  noRules,
  type Annotations,
  type ValueRules,
} from "@stratus/convention";
import type { GuideJson } from "../../kit/guide/types.js";
import { plainTypeName, wrappers } from "../source/plain-type-names.js";
import { isSharedType } from "../source/shared-types.js";
import type { MaskedUpdate } from "./aip-model.js";
import type { Method } from "./api.js";
import { withNested } from "./file-graph.js";
import { sampleCount, isDefaultKept, sampleEnum, sampleScalar, sampleSeconds } from "./sample-value.js";

/** A message that an example gives: its proto3 JSON, with the names that fields have in the proto. */
export type ExampleRecord = { readonly [name: string]: GuideJson };

/** Examples of what requests hold, made so that the rules of the API accept them. */
export interface Examples {
  /** A request with its first fields and all that it must have; an update names its resource, and has nothing else. */
  request(request: Pick<Method, "request" | "isUpdate" | "aip">): ExampleRecord;
  /** A value that a field may be set to; undefined if none is found, and for messages. */
  value(field: DescField): GuideJson | undefined;
}

/** The parts of an API that examples follow from. */
export interface ExampleSource {
  /** The files with messages that have output. */
  readonly codecFiles: readonly DescFile[];
  readonly annotations: Annotations;
}

/** A message that must have itself has no example. */
const deepest = 8;

/** Makes examples of messages as they are asked for. */
export function makeExamples(source: ExampleSource): Examples {
  const maker = new ExampleMaker(source);
  let messages: ReadonlyMap<string, DescMessage> | undefined;
  const find = (typeName: string): DescMessage | undefined => {
    messages ??= new Map(
      source.codecFiles
        .flatMap((file) => file.messages.flatMap(withNested))
        .map((one) => [one.typeName, one]),
    );
    return messages.get(typeName);
  };
  return {
    request({ request, isUpdate, aip }) {
      const message = find(request.typeName);
      const made = message ? maker.request(message, isUpdate) : {};
      return aip?.masked ? withMask(made, aip.masked) : made;
    },
    value: (field) => maker.value(field),
  };
}

/** An update with a field mask names what its example has of the resource. */
function withMask(made: ExampleRecord, { resource, mask }: MaskedUpdate): ExampleRecord {
  const given = Object.keys(Object(made[resource.name])).filter((name) => name !== "name" && name !== "etag");
  return { ...made, [mask.name]: inCamelCase((given.length > 0 ? given : ["..."]).join(",")) };
}

class ExampleMaker {
  readonly #annotations: Annotations;

  constructor({ annotations }: ExampleSource) {
    this.#annotations = annotations;
  }

  request(message: DescMessage, isUpdate: boolean): ExampleRecord {
    const shown = this.#settable(message, isUpdate)
      .filter((field) => isText(field) || isStructure(field))
      .slice(0, 2);
    const inside = (held: DescMessage): ExampleRecord => {
      const texts = this.#settable(held, isUpdate).filter(
        (one) => isText(one) && isIdentifier(one, this.#annotations) === isUpdate,
      );
      return this.#record(held, texts.slice(0, 2), isUpdate ? deepest : 1);
    };
    return this.#record(message, shown, isUpdate ? deepest : 0, inside);
  }

  value(field: DescField): GuideJson | undefined {
    const { rules } = this.#annotations.field(field);
    return field.fieldKind === "scalar" ? sampleScalar(field.scalar, rules) : undefined;
  }

  /** A message with some of its fields and, down to some depth, all that it must have. */
  #record(
    message: DescMessage,
    shown: readonly DescField[],
    depth: number,
    inside = (held: DescMessage): ExampleRecord => this.#record(held, [], depth + 1),
  ): ExampleRecord {
    const needed = depth < deepest ? this.#needed(message) : [];
    const all = [...new Set([...shown, ...needed])];
    const excluded = this.#excluded(message, all);
    const entries = message.members.flatMap((member): (readonly [string, GuideJson])[] => {
      if (member.kind === "oneof") return depth < deepest ? this.#case(member, depth) : [];
      if (!all.includes(member) || excluded.has(member)) return [];
      const value = this.#whole(member, depth, inside);
      return value === undefined ? [] : [[member.name, value]];
    });
    return Object.fromEntries(entries);
  }

  /** The fields that a request must have, and those whose default breaks a rule. */
  #needed(message: DescMessage): readonly DescField[] {
    const { choices } = this.#annotations.message(message);
    const chosen = choices.filter(({ isRequired }) => isRequired).map(({ fields }) => fields[0]);
    return message.fields.filter((field) => {
      const stated = this.#annotations.field(field);
      if (field.oneof || stated.behaviors.includes("OUTPUT_ONLY")) return false;
      if (isDocumentedAsRequired(stated) || chosen.includes(field.name)) return true;
      const { ignore } = stated.rules;
      const isImplicit = field.presence === FeatureSet_FieldPresence.IMPLICIT || field.fieldKind === "list";
      return isImplicit && ignore === undefined && !isDefaultKept(field, stated.rules);
    });
  }

  /** Of fields that exclude each other all but one. */
  #excluded(message: DescMessage, given: readonly DescField[]): ReadonlySet<DescField> {
    const { choices } = this.#annotations.message(message);
    return new Set(
      choices.flatMap(({ fields }) => given.filter(({ name }) => fields.includes(name)).slice(1)),
    );
  }

  #case(oneof: DescOneof, depth: number): (readonly [string, GuideJson])[] {
    const required = oneof.fields.find((one) => this.#annotations.field(one).requiredBy.length > 0);
    if (!required && !this.#annotations.oneof(oneof).isRequired) return [];
    const member = required ?? oneof.fields.find((one) => one.scalar !== undefined) ?? oneof.fields[0];
    const value = member && this.#one(member, this.#annotations.field(member).rules, depth);
    return !member || value === undefined ? [] : [[member.name, value]];
  }

  #whole(
    field: DescField,
    depth: number,
    inside: (held: DescMessage) => ExampleRecord,
  ): GuideJson | undefined {
    const { rules } = this.#annotations.field(field);
    const count = sampleCount(field, rules);
    switch (field.fieldKind) {
      case "list": {
        const item = this.#one(field, rules.items ?? noRules, depth);
        return item === undefined ? [] : Array.from({ length: count }, () => item);
      }
      case "map": {
        const key = sampleScalar(field.mapKey, rules.keys ?? noRules);
        const value = this.#one(field, rules.values ?? noRules, depth);
        return key === undefined || value === undefined ? {} : { [String(key)]: value };
      }
      default:
        return isStructure(field) && field.message ? inside(field.message) : this.#one(field, rules, depth);
    }
  }

  #one(
    { message, enum: type, scalar: kind }: DescField,
    rules: ValueRules,
    depth: number,
  ): GuideJson | undefined {
    if (type) return sampleEnum(type, rules);
    if (!message) return sampleScalar(kind ?? ScalarType.STRING, rules);
    const plain = plainTypeName(message);
    const wrapped = plain === undefined ? undefined : wrappers.get(plain);
    if (wrapped !== undefined) return sampleScalar(wrapped, rules);
    if (plain === "google.protobuf.FieldMask")
      return inCamelCase(String([rules.rules.find(({ name }) => name === "in")?.value ?? "name"].flat()[0]));
    if (plain === "google.protobuf.ListValue") return ["..."];
    if (plain === "google.protobuf.Value") return "...";
    if (!isSharedType(message)) return this.#record(message, [], depth + 1);
    if (!/\.(?:Timestamp|Duration)$/.test(message.typeName)) return {};
    const seconds = sampleSeconds(rules);
    if (seconds === undefined || message.name === "Duration")
      return seconds === undefined ? seconds : `${seconds}s`;
    return new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
  }

  /** The fields that an example can set, pages aside; of those that only the server writes the name of what is updated. */
  #settable({ fields }: DescMessage, isUpdate: boolean): readonly DescField[] {
    return fields.filter((field) => {
      if (field.oneof || field.name.startsWith("page_")) return false;
      const stated = this.#annotations.field(field);
      const isServers = stated.behaviors.includes("OUTPUT_ONLY");
      return (
        !isServers ||
        (isUpdate && !isOmittedFromRequests(field, stated) && isIdentifier(field, this.#annotations))
      );
    });
  }
}

function isText(field: DescField): boolean {
  return field.fieldKind === "scalar" && field.scalar === ScalarType.STRING;
}

/** The field holds one message that has fields in TypeScript. */
function isStructure(field: DescField): boolean {
  return (
    field.fieldKind === "message" &&
    plainTypeName(field.message) === undefined &&
    !isSharedType(field.message)
  );
}

function isIdentifier(field: DescField, annotations: Annotations): boolean {
  return field.name === "id" || annotations.field(field).behaviors.includes("IDENTIFIER");
}

/** The path of a mask as JSON has it. */
function inCamelCase(path: string): string {
  return path.replaceAll(/_([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}
