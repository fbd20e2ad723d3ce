import { fromBinary } from "@bufbuild/protobuf";
import {
  FileDescriptorProtoSchema,
  SourceCodeInfoSchema,
  type FileDescriptorProto,
  type SourceCodeInfo,
} from "@bufbuild/protobuf/wkt";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { Commented } from "../source/source.js";
import { readComments } from "./comments.js";

/** Number of `FileDescriptorProto.source_code_info`. */
const sourceInfoNumber = 9;

/** A file as it was sent. */
export interface SentFile {
  readonly file: FileDescriptorProto;
  /** The bytes of its descriptor: its fields without source info, and nothing else. */
  readonly descriptor: Uint8Array;
  /** The locations that have comments, decoded anew each time. */
  comments(): readonly Commented[];
}

/**
 * Decodes the descriptor of a file, whose source info stays bytes until it is
 * asked for, and is decoded anew each time. It has an object with two lists for each
 * place of a file, and few ask for more of it than the comments.
 *
 * @param unreadable makes the error of source info that cannot be decoded
 * @throws Error where the rest of the bytes cannot be decoded.
 */
export function decodeFile(bytes: Uint8Array, unreadable: (cause: unknown) => Error): SentFile {
  const [descriptor, sourceInfo] = split(bytes);
  const decoded = <T>(decode: (bytes: Uint8Array) => T): T => {
    try {
      return decode(sourceInfo);
    } catch (error) {
      throw unreadable(error);
    }
  };
  const file = fromBinary(FileDescriptorProtoSchema, descriptor);
  if (sourceInfo.length > 0) {
    Object.defineProperty(file, "sourceCodeInfo", {
      get: () => decoded((info) => fromBinary(SourceCodeInfoSchema, info)),
      set(value: SourceCodeInfo | undefined) {
        Object.defineProperty(file, "sourceCodeInfo", { value, writable: true });
      },
      configurable: true,
      enumerable: true,
    });
  }
  return { file, descriptor, comments: () => decoded(readComments) };
}

/** The fields of FileDescriptorProto. All other fields are private to a compiler. */
const known: ReadonlySet<number> = new Set(FileDescriptorProtoSchema.fields.map(({ number }) => number));

/** The bytes of a descriptor without its source info, and those of the source info: a message in pieces is merged. */
function split(bytes: Uint8Array): [descriptor: Uint8Array, sourceInfo: Uint8Array] {
  const reader = new BinaryReader(bytes);
  const rest: Uint8Array[] = [];
  const sourceInfo: Uint8Array[] = [];
  let kept = 0;
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const [number, wireType] = reader.tag();
    const isSourceInfo = number === sourceInfoNumber && wireType === WireType.LengthDelimited;
    if (isSourceInfo) sourceInfo.push(reader.bytes());
    else reader.skip(wireType, number);
    if (!isSourceInfo && known.has(number)) continue;
    rest.push(bytes.subarray(kept, start));
    kept = reader.pos;
  }
  rest.push(bytes.subarray(kept));
  return [joined(rest), joined(sourceInfo)];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const filled = parts.filter(({ length }) => length > 0);
  const [first] = filled;
  return filled.length === 1 && first ? first : Buffer.concat(filled);
}
