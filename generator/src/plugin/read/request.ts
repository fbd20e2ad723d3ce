import type { FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { errorText, Problems } from "../../kit/problem.js";
import { decodeFile, type SentFile } from "./source-info.js";
import { nameOfFile, otherInput } from "./other-input.js";

/** A request of buf or protoc to a plugin: the fields of a CodeGeneratorRequest that the generator reads. */
export interface Request {
  /** The plugin's options as text: `a=b,c=d`. */
  readonly parameter: string;
  /** Names of the proto files to generate code for. */
  readonly generate: readonly string[];
  /** Those files and all that they import. */
  readonly files: readonly FileDescriptorProto[];
  /** How they were sent, for those that are as they were. */
  readonly sent: ReadonlyMap<FileDescriptorProto, SentFile>;
}

/** Field numbers of google.protobuf.compiler.CodeGeneratorRequest. */
const field = { fileToGenerate: 1, parameter: 2, protoFile: 15 } as const;

/**
 * Decodes a CodeGeneratorRequest (protobuf's plugin.proto). Fields that we do
 * not need are skipped without decoding; one of them, `source_file_descriptors`,
 * repeats every descriptor.
 * @throws Problems where the bytes are not a request.
 */
export function readRequest(bytes: Uint8Array): Request {
  if (bytes.length === 0) throw unreadable("The request is empty");
  const other = otherInput(bytes);
  if (other !== undefined) throw new Problems([other]);
  const generate: string[] = [];
  const encoded: Uint8Array[] = [];
  let parameter = "";
  try {
    // Of a plain array, since parts of a Buffer take longer to make than most parts to read.
    const reader = new BinaryReader(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    while (reader.pos < reader.len) {
      const [number, wireType] = reader.tag();
      if (wireType !== WireType.LengthDelimited) reader.skip(wireType, number);
      else if (number === field.fileToGenerate) generate.push(reader.string());
      else if (number === field.parameter) parameter = reader.string();
      else if (number === field.protoFile) encoded.push(reader.bytes());
      else reader.skip(wireType, number);
    }
  } catch (error) {
    throw unreadable(`The request cannot be decoded (${errorText(error)})`);
  }
  const sent = encoded.map(readFile);
  return {
    parameter,
    generate,
    files: sent.map(({ file }) => file),
    sent: new Map(sent.map((one) => [one.file, one])),
  };
}

function readFile(bytes: Uint8Array, index: number): SentFile {
  const failure = (error: unknown): Problems => {
    const name = nameOfFile(bytes);
    const which =
      name === undefined ? `File ${index + 1} of the request` : `${name}, file ${index + 1} of the request,`;
    return unreadable(`${which} cannot be decoded (${errorText(error)})`);
  };
  try {
    return decodeFile(bytes, failure);
  } catch (error) {
    throw failure(error);
  }
}

function unreadable(what: string): Problems {
  return new Problems([
    {
      code: "REQUEST_INVALID",
      what,
      fix: "Run the plugin with `buf generate`, which sends it a CodeGeneratorRequest on standard input",
    },
  ]);
}
