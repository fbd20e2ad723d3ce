import type { SourceCodeInfo } from "@bufbuild/protobuf/wkt";
import type { PlainLocation } from "./plain.js";

/** Numbers of the fields of `FileDescriptorProto` at which a path starts. */
const start = { message: 4, enum: 5, syntax: 12, edition: 14 } as const;

/**
 * The comments that the codecs repeat: of messages, fields, oneofs, enums and
 * their values, and the one above `syntax` or `edition`. Everything else is
 * left out, since ts-proto goes over all of it once for every message.
 */
export function commentsOf(info: SourceCodeInfo | undefined): PlainLocation[] {
  const comments: PlainLocation[] = [];
  for (const { path, leadingComments, trailingComments } of info?.location ?? []) {
    if (leadingComments === "" && trailingComments === "") continue;
    const place = placeOf(path);
    if (place) {
      comments.push({
        path: place,
        leadingComments: plainText(leadingComments),
        trailingComments: plainText(trailingComments),
      });
    }
  }
  return comments;
}

function placeOf(path: readonly number[]): readonly number[] | undefined {
  const [first] = path;
  if (first === start.message || first === start.enum) return path;
  if (path.length !== 1) return undefined;
  // ts-proto looks for the comment of a file at `syntax` only.
  return first === start.syntax || first === start.edition ? [start.syntax] : undefined;
}

/**
 * Text that stays inside a block comment and on its lines: no end of comment, no
 * control characters, nothing that hides or reorders text, no line ends but LF,
 * and nothing that the compiler takes as a directive (`@ts-ignore`) or a tag.
 */
function plainText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replaceAll(hidden, "")
    .replaceAll("*/", "*\\/")
    .replaceAll(/^([\s/*]*)@/gm, "$1\\@")
    .replaceAll(/[ \t]+$/gm, "");
}

const hidden =
  /[^\P{Cc}\n\t]|[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
