import type { DescEnumValue, DescMethod, DescOneof, DescService } from "@bufbuild/protobuf";
import type { CustomOptions, DescWithOptions } from "@stratus/convention";
import { formatOrigin, type Source } from "../source/source.js";
import type { Doc } from "./api.js";

/** Comment and deprecation of a service or an rpc. */
export function describeDoc(element: DescService | DescMethod, source: Source, options: CustomOptions): Doc {
  return {
    text: source.comment(element),
    deprecated: describeDeprecation(element, options),
    origin: formatOrigin(element),
  };
}

/**
 * The text of a deprecation: the option `deprecated` of protobuf, which has none,
 * or details of the API's own: what to do, and by when.
 */
export function describeDeprecation(
  element: DescWithOptions | DescEnumValue | DescOneof,
  options: CustomOptions,
): string | undefined {
  if (element.kind === "oneof") return undefined;
  const details =
    element.kind === "enum_value" ? undefined : options.deprecation(element, "deprecation_details");
  if (!details) return element.deprecated ? "" : undefined;
  const when = details.effectiveAt === "" ? "" : `May stop working on ${details.effectiveAt}.`;
  const what = details.description.trim();
  const sentence = when === "" || what === "" || /[.!?]$/.test(what) ? what : `${what}.`;
  return [sentence, when].filter((part) => part !== "").join(" ");
}
