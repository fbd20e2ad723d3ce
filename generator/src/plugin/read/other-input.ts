import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import type { Problem } from "../../kit/problem.js";

/**
 * Recognizes other input that people pass to a plugin: an image of buf or a set of descriptors, whose files have the
 * number that names of files have in a request, or JSON. Undefined if the bytes may be a request.
 */
export function otherInput(bytes: Uint8Array): Problem | undefined {
  const first = firstField(bytes, 1);
  if (first && nameOfFile(first) !== undefined) {
    return {
      code: "REQUEST_INVALID",
      what: "This is an image or a set of descriptors, and no request to a plugin",
      fix: "Name it to buf instead: `buf generate image.binpb`, with protoc-gen-stratus in buf.gen.yaml",
    };
  }
  // A `{` begins no request: it would be an end of a group.
  if (bytes[0] === 0x7b) {
    return {
      code: "REQUEST_INVALID",
      what: "This is JSON, and a request to a plugin is binary",
      fix: "Run the plugin with `buf generate`, which sends it what it needs",
    };
  }
  return undefined;
}

/** The name that an encoded file descriptor begins with; undefined where the bytes are none. */
export function nameOfFile(bytes: Uint8Array): string | undefined {
  const name = firstField(bytes, 1);
  // Nothing but a descriptor begins with a length that leads to such an end.
  const text = name && new TextDecoder().decode(name);
  return text !== undefined && /^\P{Cc}+\.proto$/u.test(text) ? text : undefined;
}

/** The content of a field that has to be the first one; undefined where it is another, or not whole. */
function firstField(bytes: Uint8Array, wanted: number): Uint8Array | undefined {
  try {
    const reader = new BinaryReader(bytes);
    const [number, wireType] = reader.tag();
    return number === wanted && wireType === WireType.LengthDelimited ? reader.bytes() : undefined;
  } catch {
    return undefined;
  }
}
