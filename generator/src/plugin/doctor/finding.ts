import type { ErrorCode } from "../../kit/problem.js";
import type { Element, Source } from "../source/source.js";
import type { FindingCode } from "./finding-kinds.js";

/** A place in the protos that does not meet the convention, or is worth knowing. */
export interface Finding {
  /** The code of its kind, or of the problem that stops the generator. */
  readonly code: ErrorCode;
  /** Proto file; undefined if it is about the whole. */
  readonly file: string | undefined;
  /** Counted from 1; undefined if it is not known. */
  readonly line: number | undefined;
  /** Full name of the element. */
  readonly element: string;
  /** A text about this place alone; empty if the kind suffices. */
  readonly detail: string;
}

/** Creates a finding at the place of an element. */
export type Find = (
  code: FindingCode,
  element: Exclude<Element, { kind: "file" }>,
  detail?: string,
) => Finding;

/** Returns the function that creates findings in the protos of a source. */
export function createFind(source: Source): Find {
  return (code, element, detail = "") => {
    const { file, line } = source.place(element);
    return { code, file, line, element: fullName(element), detail };
  };
}

function fullName(element: Parameters<Find>[1]): string {
  switch (element.kind) {
    case "rpc":
      return `${element.parent.typeName}/${element.name}`;
    case "field":
    case "oneof":
    case "enum_value":
      return `${element.parent.typeName}.${element.name}`;
    default:
      return element.typeName;
  }
}
