import type { DescField, DescMessage, DescMethod, DescOneof, DescService } from "@bufbuild/protobuf";
import type { CodecNames } from "../codecs/names.js";
import { lowerCamel } from "./casing.js";
import { NamePool, withSuffix } from "./name-pool.js";

/** Names of the fields and oneofs of one message. */
export interface FieldNames {
  /** Properties by descriptor. */
  readonly properties: ReadonlyMap<DescField | DescOneof, string>;
  /** Proto names to give to the codec generator, where they are not the declared ones. */
  readonly renamed: ReadonlyMap<DescField | DescOneof, string>;
}

/** The property that holds what a decoder does not know. */
const unknownFields = "_unknownFields";

/**
 * Decides the properties of a message. `foo_bar` beside `fooBar` is one
 * property to the codec generator: the one whose property is its own name keeps
 * it, the other gets a number.
 */
export function decideFieldNames(message: DescMessage, codec: CodecNames): FieldNames {
  const pool = new NamePool({ reserved: [unknownFields] });
  const properties = new Map<DescField | DescOneof, string>();
  const renamed = new Map<DescField | DescOneof, string>();
  const isExact = (desc: DescField | DescOneof): boolean => codec.propertyName(desc.name) === desc.name;
  const give = (desc: DescField | DescOneof, name: string): boolean => {
    const property = codec.propertyName(name);
    if (!pool.isFree(property)) return false;
    properties.set(desc, pool.take([property]));
    if (name !== desc.name) renamed.set(desc, name);
    return true;
  };
  const all = [...message.fields, ...message.oneofs].sort((a, b) => Number(isExact(b)) - Number(isExact(a)));
  /** `_1` and `_` would be `1` and nothing. */
  const base = ({ name }: DescField | DescOneof): string =>
    /^[A-Za-z]/.test(codec.propertyName(name)) ? name : `x${name}`;
  for (const desc of all.filter((one) => !give(one, base(one)))) {
    for (const name of withSuffix(base(desc), "")) if (give(desc, name)) break;
  }
  return { properties, renamed };
}

/** Names of the methods of one client. */
export interface MethodNames {
  readonly rpcs: ReadonlyMap<DescMethod, string>;
  /** Helpers over all items, by the paged rpc. */
  readonly all: ReadonlyMap<DescMethod, string>;
  readonly modify: string;
  /** Helper that picks up an operation by its id. */
  readonly operation: string;
}

/**
 * Members that JavaScript gives a meaning of its own: an object with `then` is
 * a promise, one with `toJSON` is written by it, and so on.
 */
const refusedMembers = [
  ..."constructor then toJSON toString toLocaleString valueOf hasOwnProperty isPrototypeOf".split(" "),
  ..."propertyIsEnumerable __proto__ __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__".split(
    " ",
  ),
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
  return { rpcs, all, modify: helper("modify"), operation: helper("operation") };
}

/** The rpc is written as most are: `GetByName`. */
function isUsual(method: DescMethod): boolean {
  const local = lowerCamel(method.name);
  return local.slice(0, 1).toUpperCase() + local.slice(1) === method.name;
}
