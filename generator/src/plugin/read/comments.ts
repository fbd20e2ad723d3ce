import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { Commented } from "../source/source.js";

/**
 * Tags, which are a field number and a wire type, of a location in `SourceCodeInfo` and of the fields of a location.
 */
const tags = { location: 0x0a, path: 0x0a, pathNumber: 0x08, leadingComments: 0x1a, trailingComments: 0x22 };

/**
 * The locations of encoded source info that have a comment, one in five: an object for each of the others, with the
 * lists of its numbers, would take longer than all the rest of a descriptor.
 * @throws Error where the bytes cannot be decoded.
 */
export function readComments(sourceInfo: Uint8Array): readonly Commented[] {
  const found: Commented[] = [];
  const reader = new BinaryReader(sourceInfo);
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === tags.location) {
      const location = readLocation(reader, readEnd(reader));
      if (location) found.push(location);
    } else pass(reader, tag);
  }
  return found;
}

/** The location that ends there. */
function readLocation(reader: BinaryReader, end: number): Commented | undefined {
  let leadingComments = "";
  let trailingComments = "";
  const start = reader.pos;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === tags.leadingComments) leadingComments = reader.string();
    else if (tag === tags.trailingComments) trailingComments = reader.string();
    else pass(reader, tag);
  }
  if (reader.pos > end) throw new RangeError("a location does not end where it says");
  if (leadingComments === "" && trailingComments === "") return undefined;
  reader.pos = start;
  return { path: readPath(reader, end), leadingComments, trailingComments };
}

/** The numbers of a path, which come packed or one by one. */
function readPath(reader: BinaryReader, end: number): readonly number[] {
  const path: number[] = [];
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === tags.path) {
      for (const last = readEnd(reader); reader.pos < last;) path.push(reader.int32());
    } else if (tag === tags.pathNumber) path.push(reader.int32());
    else pass(reader, tag);
  }
  return path;
}

/** Goes past a field. Most have a length, and are not even looked at. */
function pass(reader: BinaryReader, tag: number): void {
  const wireType: WireType = tag & 7;
  if (wireType === WireType.LengthDelimited) reader.pos = readEnd(reader);
  else reader.skip(wireType, tag >>> 3);
}

/** Reads a length and returns the position of the end of what follows. */
function readEnd(reader: BinaryReader): number {
  const end = reader.uint32() + reader.pos;
  if (end > reader.len) throw new RangeError("premature EOF");
  return end;
}
