import { quote } from "./quote.js";
import { changed, shorten, type SentenceSubject, type Texts } from "./sentence.js";

/** A fact about a field, or about what it belongs to. */
type FieldKind = "number" | "wire-type" | "json-name" | "proto-name" | "oneof" | "presence" | "default";

/** Describes a change of a field in protos. */
export function describeField({ it, of }: SentenceSubject, kind: FieldKind, difference: Texts): string {
  const [before, after] = shorten(difference.before, difference.after);
  const texts = { before, after };
  switch (kind) {
    case "number":
      return `${of("number")} changed from ${difference.before} to ${difference.after}`;
    case "wire-type":
      return changed(of("proto type"), texts);
    case "json-name":
      return changed(of("JSON name"), texts);
    case "proto-name":
      return changed(of("name in protos"), difference);
    case "oneof":
      if (difference.before === "") return `${it} moved into the oneof ${quote(after)}`;
      return difference.after === ""
        ? `${it} moved out of the oneof ${quote(before)}`
        : `${it} moved from the oneof ${quote(before)} to ${quote(after)}`;
    case "presence":
      if (difference.before === "required") return `${it} is no longer required on the wire`;
      return `${it} ${presences[difference.after] ?? ""}`;
    case "default":
      if (difference.before === "") return `${it} now has the default ${quote(after)}`;
      return difference.after === ""
        ? `${it} no longer has the default ${quote(before)}`
        : changed(of("default"), texts);
  }
}

const presences: Readonly<Record<string, string>> = {
  none: "no longer has field presence",
  tracked: "now has field presence",
  required: "is now required on the wire",
};
