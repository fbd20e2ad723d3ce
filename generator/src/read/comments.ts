import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { Commented } from "../source/source.js";

/** Number of `SourceCodeInfo.location`. */
const locationNumber = 1;

/** Field numbers of `SourceCodeInfo.Location`. */
const field = { path: 1, leadingComments: 3, trailingComments: 4 } as const;

/**
 * The locations of encoded source info that have a comment, one in five: an object for each of the others, with the
 * lists of its numbers, would take longer than all the rest of a descriptor.
 * @throws Error where the bytes cannot be decoded.
 */
export function readComments(sourceInfo: Uint8Array): readonly Commented[] {
  const found: Commented[] = [];
  const reader = new BinaryReader(sourceInfo);
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (number !== locationNumber || wireType !== WireType.LengthDelimited) {
      reader.skip(wireType, number);
      continue;
    }
    const location = readLocation(reader, reader.uint32() + reader.pos);
    if (location) found.push(location);
  }
  return found;
}

function readLocation(reader: BinaryReader, end: number): Commented | undefined {
  const path: number[] = [];
  let leadingComments = "";
  let trailingComments = "";
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    if (number === field.path) readNumbers(reader, wireType, path);
    else if (number === field.leadingComments) leadingComments = reader.string();
    else if (number === field.trailingComments) trailingComments = reader.string();
    else reader.skip(wireType, number);
  }
  if (reader.pos > end) throw new RangeError("a location ends behind its end");
  return leadingComments === "" && trailingComments === ""
    ? undefined
    : { path, leadingComments, trailingComments };
}

/** Numbers, packed or one by one. */
function readNumbers(reader: BinaryReader, wireType: WireType, into: number[]): void {
  if (wireType !== WireType.LengthDelimited) {
    into.push(reader.int32());
    return;
  }
  const end = reader.uint32() + reader.pos;
  while (reader.pos < end) into.push(reader.int32());
}
