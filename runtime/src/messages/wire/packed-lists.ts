import type { Reader } from "./reader.js";
import {
  asBool,
  asDouble,
  asFixed32,
  asInt32,
  asInt64,
  asSint32,
  asSint64,
  asUint32,
  asUint64,
  type ValueKind,
} from "./value-kinds.js";

/**
 * Reads a packed list behind what is there. The common types have a loop each: a loop for all cannot know what it calls,
 * and would keep numbers in arrays that are made for anything.
 *
 * @returns The list, which may be another one.
 */
export function readPacked(kind: ValueKind<unknown>, reader: Reader, list: unknown[]): unknown[] {
  const end = reader.enterList();
  const more = readElements(kind, reader, end);
  if (list.length === 0) return more;
  for (const value of more) list.push(value);
  return list;
}

function readElements(kind: ValueKind<unknown>, reader: Reader, end: number): unknown[] {
  switch (kind) {
    case asInt32:
      return readInt32s(reader, end);
    case asUint32:
      return readUint32s(reader, end);
    case asSint32:
      return readSint32s(reader, end);
    case asInt64:
      return readInt64s(reader, end);
    case asUint64:
      return readUint64s(reader, end);
    case asSint64:
      return readSint64s(reader, end);
    case asDouble:
      return readDoubles(reader, end);
    case asFixed32:
      return readFixed32s(reader, end);
    case asBool:
      return readBools(reader, end);
    default:
      return readOthers(kind, reader, end);
  }
}

function readInt32s(reader: Reader, end: number): number[] {
  const list: number[] = [];
  while (reader.isInList(end)) list.push(reader.int32());
  return list;
}

function readUint32s(reader: Reader, end: number): number[] {
  const list: number[] = [];
  while (reader.isInList(end)) list.push(reader.uint32());
  return list;
}

function readSint32s(reader: Reader, end: number): number[] {
  const list: number[] = [];
  while (reader.isInList(end)) list.push(reader.sint32());
  return list;
}

function readInt64s(reader: Reader, end: number): bigint[] {
  const list: bigint[] = [];
  while (reader.isInList(end)) list.push(reader.int64());
  return list;
}

function readUint64s(reader: Reader, end: number): bigint[] {
  const list: bigint[] = [];
  while (reader.isInList(end)) list.push(reader.uint64());
  return list;
}

function readSint64s(reader: Reader, end: number): bigint[] {
  const list: bigint[] = [];
  while (reader.isInList(end)) list.push(reader.sint64());
  return list;
}

function readDoubles(reader: Reader, end: number): number[] {
  const list: number[] = [];
  while (reader.isInList(end)) list.push(reader.double());
  return list;
}

function readFixed32s(reader: Reader, end: number): number[] {
  const list: number[] = [];
  while (reader.isInList(end)) list.push(reader.fixed32());
  return list;
}

function readBools(reader: Reader, end: number): boolean[] {
  const list: boolean[] = [];
  while (reader.isInList(end)) list.push(reader.bool());
  return list;
}

function readOthers({ read }: ValueKind<unknown>, reader: Reader, end: number): unknown[] {
  const list: unknown[] = [];
  while (reader.isInList(end)) list.push(read(reader));
  return list;
}
