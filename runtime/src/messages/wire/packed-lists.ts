import type { Reader } from "./reader.js";
import {
  asBool,
  asDouble,
  asFixed32,
  asFloat,
  asInt32,
  asInt64,
  asSint32,
  asSint64,
  asUint32,
  asUint64,
  type ValueKind,
} from "./value-kinds.js";

// oxlint-disable unicorn/no-new-array -- arrays that grow to their length take three times as long

/**
 * Reads a packed list behind what is there. The common types have a loop each: a loop for all cannot know what it calls,
 * and would keep numbers in arrays that are made for anything. The arrays have their length from the start, because growing them
 * takes longer than reading most numbers.
 *
 * @returns The list, which may be another one.
 */
export function readPacked(kind: ValueKind<unknown>, reader: Reader, list: unknown[]): unknown[] {
  const end = reader.enterList();
  const count = reader.countElements(kind.wireType, end);
  const more = count > maxArrayLength ? readOthers(kind, reader, count) : readElements(kind, reader, count);
  reader.leaveList(end);
  if (list.length === 0) return more;
  for (const value of more) list.push(value);
  return list;
}

/** V8 makes a hash table for a longer array, unless the array grows to its length. */
const maxArrayLength = 2 ** 25;

function readElements(kind: ValueKind<unknown>, reader: Reader, count: number): unknown[] {
  switch (kind) {
    case asInt32:
      return readInt32s(reader, count);
    case asUint32:
      return readUint32s(reader, count);
    case asSint32:
      return readSint32s(reader, count);
    case asInt64:
      return readInt64s(reader, count);
    case asUint64:
      return readUint64s(reader, count);
    case asSint64:
      return readSint64s(reader, count);
    case asDouble:
      return readDoubles(reader, count);
    case asFloat:
      return readFloats(reader, count);
    case asFixed32:
      return readFixed32s(reader, count);
    case asBool:
      return readBools(reader, count);
    default:
      return readOthers(kind, reader, count);
  }
}

function readInt32s(reader: Reader, count: number): number[] {
  const list = new Array<number>(count);
  for (let index = 0; index < count; index++) list[index] = reader.int32();
  return list;
}

function readUint32s(reader: Reader, count: number): number[] {
  const list = new Array<number>(count);
  for (let index = 0; index < count; index++) list[index] = reader.uint32();
  return list;
}

function readSint32s(reader: Reader, count: number): number[] {
  const list = new Array<number>(count);
  for (let index = 0; index < count; index++) list[index] = reader.sint32();
  return list;
}

function readInt64s(reader: Reader, count: number): bigint[] {
  const list = new Array<bigint>(count);
  for (let index = 0; index < count; index++) list[index] = reader.int64();
  return list;
}

function readUint64s(reader: Reader, count: number): bigint[] {
  const list = new Array<bigint>(count);
  for (let index = 0; index < count; index++) list[index] = reader.uint64();
  return list;
}

function readSint64s(reader: Reader, count: number): bigint[] {
  const list = new Array<bigint>(count);
  for (let index = 0; index < count; index++) list[index] = reader.sint64();
  return list;
}

function readDoubles(reader: Reader, count: number): number[] {
  const list = new Array<number>(count);
  for (let index = 0; index < count; index++) list[index] = reader.double();
  return list;
}

function readFixed32s(reader: Reader, count: number): number[] {
  const list = new Array<number>(count);
  for (let index = 0; index < count; index++) list[index] = reader.fixed32();
  return list;
}

function readBools(reader: Reader, count: number): boolean[] {
  const list = new Array<boolean>(count);
  for (let index = 0; index < count; index++) list[index] = reader.bool();
  return list;
}

function readFloats(reader: Reader, count: number): number[] {
  const list = new Array<number>(count);
  for (let index = 0; index < count; index++) list[index] = reader.float();
  return list;
}

/** Reads numbers of the other types, and lists that are too long for an array of their length. */
function readOthers({ read }: ValueKind<unknown>, reader: Reader, count: number): unknown[] {
  const list: unknown[] = [];
  for (let index = 0; index < count; index++) list.push(read(reader));
  return list;
}
