import type { Element, Source } from "../source/source.js";
import type { FindingKind } from "./kinds.js";

/** Something in the protos that costs programs a promise, or is worth knowing. */
export interface Finding {
  readonly kind: FindingKind;
  /** Proto file; undefined if it is about the whole. */
  readonly file: string | undefined;
  /** Counted from 1; undefined if it is not known. */
  readonly line: number | undefined;
  /** Full name of what it is about. */
  readonly element: string;
  /** The words for this one alone; empty if the kind says it all. */
  readonly detail: string;
}

/** Makes the findings of a run, which know the places of elements. */
export type Find = (
  kind: FindingKind,
  element: Exclude<Element, { kind: "file" }>,
  detail?: string,
) => Finding;

/** The maker for the protos of a source. */
export function finder(source: Source): Find {
  return (kind, element, detail = "") => {
    const { file, line } = source.place(element);
    return { kind, file, line, element: nameOf(element), detail };
  };
}

function nameOf(element: Parameters<Find>[1]): string {
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
