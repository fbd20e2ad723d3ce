import type { SpecNode } from "../read/spec-node.js";
import { readResponseType, type NameType } from "./responses.js";
import { readMediaTypes } from "./media-types.js";
import type { RestErrors } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";

/** Reads the error responses of an operation that have a JSON or text body. */
export function readErrorResponses(
  operation: SpecNode,
  schemas: SchemaReader,
  alias: NameType,
): RestErrors["responses"] {
  return (operation.get("responses")?.entries() ?? []).flatMap(([name, response]) => {
    const status = /^default$/i.test(name) ? "default" : name.toUpperCase();
    if (!/^([45](\d\d|XX)|default)$/.test(status)) return [];
    const described = response.tryResolve();
    const media = described && readMediaTypes(described)[0];
    if (!media || (media.kind !== "json" && media.kind !== "text")) return [];
    const { schema } = media;
    const shape = media.kind === "json" ? (schema ? schemas.read(schema) : {}) : { type: "string" };
    const ending = status === "default" ? "ErrorBody" : `Error${status}`;
    return [{ status, type: alias(readResponseType(media, schemas), ending), shape }];
  });
}
