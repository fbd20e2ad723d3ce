import type { DescField, DescMessage, DescMethod, DescOneof, DescService } from "@bufbuild/protobuf";
import type { CodecNames } from "../codecs/names.js";
import { compare } from "../../kit/compare.js";
import { lowerCamel } from "../../kit/text/casing.js";
import { withSuffix } from "../../kit/text/name-pool.js";
import type { NameRole, NameScope } from "./name-registry.js";

/** Properties of the fields and oneofs of one message. */
export type FieldNames = ReadonlyMap<DescField | DescOneof, string>;

/**
 * Decides the properties of a message. `foo_bar` beside `fooBar` would be one property: the one with the lower number has
 * it, and the other gets a number. A oneof has the lowest number of its fields.
 */
export function decideFieldNames(message: DescMessage, codec: CodecNames, scope: NameScope): FieldNames {
  const members: Member[] = [...message.fields, ...message.oneofs];
  members.sort((a, b) => numberOf(a) - numberOf(b) || compare(a.name, b.name));
  return new Map(
    members.map((desc) => {
      const element = `${message.typeName}.${desc.name}`;
      const name = scope.give(element, "name", candidates(desc.name, codec));
      if (!isFine(name) || codec.propertyName(name) !== name)
        scope.refuse(element, "name", "no property can be called so");
      return [desc, name];
    }),
  );
}

function numberOf(member: Member): number {
  return member.kind === "field" ? member.number : Math.min(...member.fields.map(({ number }) => number));
}

type Member = DescField | DescOneof;

/** The property that holds what a decoder does not know. */
const unknownFields = "_unknownFields";

/**
 * Names of members that every object has. If a field with such a name is absent, the property would be the object's
 * own function, and the compiler would reject a message without it.
 */
const everyObjects: ReadonlySet<string> = new Set(
  "constructor toString toLocaleString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable".split(" "),
);

/** Properties that no field can have. */
export const refusedProperties: readonly string[] = [...everyObjects, unknownFields];

/** `_1` and `_` would be `1` and nothing. */
function isFine(property: string): boolean {
  return /^[A-Za-z]/.test(property) && property !== unknownFields && !everyObjects.has(property);
}

/** Yields the properties that a field can have: that of its name first, then the others. */
function* candidates(name: string, codec: CodecNames): Generator<string> {
  const property = codec.propertyName(name);
  if (isFine(property)) yield property;
  for (const other of otherNames(name, property)) {
    const candidate = codec.propertyName(other);
    if (isFine(candidate)) yield candidate;
  }
}

function otherNames(name: string, property: string): Iterable<string> {
  if (everyObjects.has(property)) return withSuffix(name, "$");
  return withSuffix(isFine(property) ? name : `x${name}`, "");
}

/** Names of the methods of one client. */
export interface MethodNames {
  readonly rpcs: ReadonlyMap<DescMethod, string>;
  /** Helpers over all items, by the paged rpc. */
  readonly all: ReadonlyMap<DescMethod, string>;
  readonly modify: string;
  readonly previewModify: string;
  /** Helper that picks up an operation by its id. */
  readonly operation: string;
  /** Helpers of methods that are called like an update of one kind of resource, by the method. */
  readonly maskedModify: ReadonlyMap<DescMethod, MaskedModifyNames>;
}

/** The helper that reads, changes and updates, and the one that shows what it would do. */
export interface MaskedModifyNames {
  readonly local: string;
  readonly preview: string;
}

/**
 * Members with a special meaning in JavaScript: an object with `then` is a promise, and `toJSON` changes how
 * `JSON.stringify` prints it.
 */
export const refusedMembers: readonly string[] = [
  ...everyObjects,
  ..."then toJSON __proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__".split(" "),
];

/**
 * Decides the names of a client's methods. An rpc has priority over a helper, and of two rpcs the first by full name. Others
 * get a `$`.
 */
export function decideMethodNames(service: DescService, scope: NameScope): MethodNames {
  const sorted = service.methods.toSorted((a, b) => compare(a.name, b.name));
  const elementOf = ({ name }: DescMethod): string => `${service.typeName}.${name}`;
  const rpcs = new Map(
    sorted.map((method) => [
      method,
      scope.give(elementOf(method), "name", withSuffix(lowerCamel(method.name), "$")),
    ]),
  );
  const all = new Map(
    sorted.map((method) => [
      method,
      scope.give(elementOf(method), "all", withSuffix(`${lowerCamel(method.name)}All`, "$")),
    ]),
  );
  const helper = (role: NameRole, name: string): string =>
    scope.give(service.typeName, role, withSuffix(name, "$"));
  return {
    rpcs,
    all,
    modify: helper("modifyOne", "modify"),
    previewModify: helper("previewOne", "previewModify"),
    operation: helper("operation", "operation"),
    maskedModify: new Map(
      sorted.flatMap((method): [DescMethod, MaskedModifyNames][] => {
        const what = /^update(.+)$/i.exec(lowerCamel(method.name))?.[1];
        if (what === undefined) return [];
        const give = (role: NameRole, name: string): string =>
          scope.give(elementOf(method), role, withSuffix(name, "$"));
        return [
          [
            method,
            { local: give("modify", `modify${what}`), preview: give("preview", `previewModify${what}`) },
          ],
        ];
      }),
    ),
  };
}
