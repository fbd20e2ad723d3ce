import type { DescField, DescMessage, DescMethod, DescOneof, DescService } from "@bufbuild/protobuf";
import type { CodecNames } from "../codecs/names.js";
import { lowerCamel } from "../../kit/text/casing.js";
import { NamePool, withSuffix } from "../../kit/text/name-pool.js";

/** Properties of the fields and oneofs of one message. */
export type FieldNames = ReadonlyMap<DescField | DescOneof, string>;

/**
 * Decides the properties of a message. `foo_bar` beside `fooBar` would be one
 * property: the one whose property is its own name keeps it, the other gets a
 * number.
 */
export function decideFieldNames(message: DescMessage, codec: CodecNames): FieldNames {
  const members = [...message.fields, ...message.oneofs];
  const usual = members.map((desc): [Member, string] => [desc, codec.propertyName(desc.name)]);
  const distinct = new Set(usual.map(([, property]) => property));
  const areFine = distinct.size === usual.length && usual.every(([, property]) => isFine(property));
  return areFine ? new Map(usual) : tellApart(members, codec);
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

/** `_1` and `_` would be `1` and nothing. */
function isFine(property: string): boolean {
  return /^[A-Za-z]/.test(property) && property !== unknownFields && !everyObjects.has(property);
}

function tellApart(members: readonly Member[], codec: CodecNames): FieldNames {
  const pool = new NamePool();
  const properties = new Map<Member, string>();
  const give = (desc: Member, name: string): boolean => {
    const property = codec.propertyName(name);
    if (!isFine(property) || !pool.isFree(property)) return false;
    properties.set(desc, pool.take([property]));
    return true;
  };
  const isExact = (desc: Member): boolean => codec.propertyName(desc.name) === desc.name;
  const sorted = members.toSorted((a, b) => Number(isExact(b)) - Number(isExact(a)));
  for (const desc of sorted.filter((one) => !give(one, one.name))) {
    for (const name of candidates(desc.name, codec.propertyName(desc.name))) if (give(desc, name)) break;
  }
  return properties;
}

function candidates(name: string, property: string): Iterable<string> {
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

/** Decides the names of a client's methods. An rpc goes before a helper; who comes too late gets a `$`. */
export function decideMethodNames(service: DescService): MethodNames {
  const pool = new NamePool({ reserved: refusedMembers });
  const sorted = [...service.methods].sort((a, b) => Number(isUsual(b)) - Number(isUsual(a)));
  const rpcs = new Map(sorted.map((method) => [method, pool.take(withSuffix(lowerCamel(method.name), "$"))]));
  const all = new Map(
    service.methods.map((method) => [method, pool.take(withSuffix(`${lowerCamel(method.name)}All`, "$"))]),
  );
  const helper = (name: string): string => pool.take(withSuffix(name, "$"));
  return {
    rpcs,
    all,
    modify: helper("modify"),
    previewModify: helper("previewModify"),
    operation: helper("operation"),
    maskedModify: new Map(
      service.methods.flatMap((method): [DescMethod, MaskedModifyNames][] => {
        const what = /^update(.+)$/i.exec(lowerCamel(method.name))?.[1];
        if (what === undefined) return [];
        return [[method, { local: helper(`modify${what}`), preview: helper(`previewModify${what}`) }]];
      }),
    ),
  };
}

/** The rpc is written as most are: `GetByName`. */
function isUsual(method: DescMethod): boolean {
  const local = lowerCamel(method.name);
  return local.slice(0, 1).toUpperCase() + local.slice(1) === method.name;
}
