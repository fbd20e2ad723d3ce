import type { GuideJson } from "@stratus/runtime/guide";
import { isJsonObject } from "../text/json-object.js";
import { redactedText } from "../sdk/secret-field.js";

/** The member of a list element that stands for everything in it that is not shown. */
export const omittedKey = "$omitted";

/** A placeholder in a shown message. */
export interface Marker {
  readonly kind: "hidden" | "omitted";
  /** Its number among the markers of its kind, from 1. */
  readonly number: number;
  /** The digest of the list that the value was in. Absent if the marker does not depend on an unchanged list. */
  readonly digest?: string | undefined;
}

/** Formats a marker: `[hidden 3]` and `2`, or `[hidden 3 1f0c2d3e]` and `2 1f0c2d3e` with a digest. */
export function markerText({ kind, number, digest }: Marker): GuideJson {
  const text = digest === undefined ? String(number) : `${number} ${digest}`;
  if (kind === "hidden") return `${redactedText.slice(0, -1)} ${text}]`;
  return digest === undefined ? number : text;
}

/** Formats a marker as a person sees it in a document, for messages. */
export function markerLabel(marker: Marker): string {
  const text = String(markerText({ ...marker, digest: undefined }));
  return marker.kind === "hidden" ? text : `${omittedKey}: ${text}`;
}

/** Parses the text of a hidden value. Undefined for other values. */
export function readHidden(value: GuideJson | undefined): Marker | undefined {
  const found =
    typeof value === "string" ? /^\[hidden (\d{1,9})(?: ([\da-f]{8}))?\]$/.exec(value) : undefined;
  return found ? { kind: "hidden", number: Number(found[1]), digest: found[2] } : undefined;
}

/** Reads the marker of a list element. Undefined if it has none. */
export function readOmitted(element: GuideJson | undefined): Marker | undefined {
  if (!isJsonObject(element) || !Object.hasOwn(element, omittedKey)) return undefined;
  const found = /^(\d{1,9})(?: ([\da-f]{8}))?$/.exec(String(element[omittedKey]));
  // A marker that somebody has damaged stands for no value, which is an error later.
  return { kind: "omitted", number: Number(found?.[1] ?? 0), digest: found?.[2] };
}

/** Whether a value is a placeholder of a secret, with a number or without. */
export function isPlaceholder(value: GuideJson | undefined): boolean {
  return value === redactedText || readHidden(value) !== undefined;
}
