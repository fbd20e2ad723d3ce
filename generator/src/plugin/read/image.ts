import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { errorText, Problems } from "../../kit/problem.js";

/** Field numbers of buf's Image, of FileDescriptorProto, of buf's extension of it, and of CodeGeneratorRequest. */
const field = {
  imageFile: 1,
  name: 1,
  bufExtension: 8042,
  isImport: 1,
  fileToGenerate: 1,
  parameter: 2,
  protoFile: 15,
} as const;

/**
 * The request that buf would send to the plugin for an image (`buf build -o image.binpb`): all files of it, to generate code
 * for those that are not imports.
 *
 * @param parameter The plugin's options, as text.
 * @throws Problems if the bytes are not an image.
 */
export function requestOfImage(image: Uint8Array, parameter: string): Uint8Array {
  try {
    const writer = new BinaryWriter();
    writer.tag(field.parameter, WireType.LengthDelimited).string(parameter);
    for (const file of parts(image, field.imageFile)) {
      const [name] = parts(file, field.name);
      const isImport = [...parts(file, field.bufExtension)].some(saysImport);
      if (name && !isImport) writer.tag(field.fileToGenerate, WireType.LengthDelimited).bytes(name);
      writer.tag(field.protoFile, WireType.LengthDelimited).bytes(file);
    }
    return writer.finish();
  } catch (error) {
    throw new Problems([
      {
        code: "REQUEST_INVALID",
        what: `The image cannot be read (${errorText(error)})`,
        fix: "Write it with `buf build -o image.binpb`",
      },
    ]);
  }
}

/** The length-delimited fields of a message that have a number. */
function* parts(message: Uint8Array, wanted: number): Iterable<Uint8Array> {
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (number === wanted && wireType === WireType.LengthDelimited) yield reader.bytes();
    else reader.skip(wireType, number);
  }
}

function saysImport(extension: Uint8Array): boolean {
  const reader = new BinaryReader(extension);
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    if (number === field.isImport && wireType === WireType.Varint) return reader.bool();
    reader.skip(wireType, number);
  }
  return false;
}
