import { changed, type Section } from "./section.js";

/** A codec in ts-proto's text, cut into what differs from message to message. */
export interface CodecParts {
  /** Type of what it has beside a codec's two functions; empty where there is nothing. */
  readonly extraType: string;
  /** The statements that write the fields. */
  readonly writing: string;
  /** The cases of the decoder, one for each field. */
  readonly cases: string;
  /** What it has beside a codec's two functions: `wrap` and `unwrap` of a plain value. */
  readonly extras: string;
}

/**
 * A whole codec. What is between the parts is the same in all of them, and
 * `wire.ts` does it instead: the writer, the reader and its depth, the loop over
 * the fields, and unknown fields.
 */
const codec = new RegExp(
  [
    String.raw`^export const (\w+): MessageFns<\1>(?: & (?<extraType>\w+))? = \{\s*`,
    String.raw`encode\(\s*message: \1,\s*writer: BinaryWriter = new BinaryWriter\(\),\s*\): BinaryWriter \{\n`,
    String.raw`(?<writing>[^]*?)`,
    String.raw`if \(message\._unknownFields !== undefined\) \{[^{}]*\{[^{}]*\{[^{}]*\}\s*\}\s*\}\nreturn writer;\n\},\s*`,
    String.raw`decode\(\s*input: BinaryReader \| Uint8Array,\s*length\?: number,\s*\): \1 \{\s*`,
    String.raw`const reader = [^]*?\btry \{\s*const end = [^\n]*\nconst message = createBase\1\(\);\n`,
    String.raw`while \(reader\.pos < end\) \{\s*const tag = reader\.uint32\(\);\s*`,
    String.raw`(?:switch \(tag >>> 3\) \{\n(?<cases>[^]*?)\}\n)?`,
    String.raw`if \(\(tag & 7\) === 4 \|\| tag === 0\) \{\s*break;\s*\}\n`,
    String.raw`const buf = [^]*?list\.push\(buf\);\s*\}\n\}\nreturn message;\n`,
    String.raw`\} finally \{[^{}]*\}\s*\}(?:,\s*(?<extras>wrap\([^]*?\}))?\s*\};\s*$`,
  ].join(""),
);

/** @throws Error when the text is not what ts-proto of the pinned version writes. */
export function cutCodec(section: Section): CodecParts {
  const parts = codec.exec(section.text)?.groups;
  if (!parts) throw changed(section, "a codec is not what it was");
  const { extraType = "", writing = "", cases = "", extras = "" } = parts;
  return { extraType, writing, cases, extras };
}
