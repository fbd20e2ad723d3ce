import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { CustomOptions } from "../read/custom-options.js";
import type { Source } from "../read/source.js";
import type { Doc } from "./api.js";

/** Comment and deprecation of a service or an rpc. */
export function describeDoc(element: DescService | DescMethod, source: Source, options: CustomOptions): Doc {
  const { leading, trailing } = source.comments(element);
  return {
    text: leading.trim() === "" ? trailing : leading,
    deprecated: describeDeprecation(element, options),
  };
}

/** The option `deprecated` of protobuf, or details of ours: what to do, and by when. */
function describeDeprecation(element: DescService | DescMethod, options: CustomOptions): string | undefined {
  const details = options.deprecation(element, "deprecation_details");
  if (!details) return element.deprecated ? "" : undefined;
  const when = details.effectiveAt === "" ? "" : `May stop to work on ${details.effectiveAt}.`;
  return [details.description, when].filter((part) => part !== "").join(" ");
}
