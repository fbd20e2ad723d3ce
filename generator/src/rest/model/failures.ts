import type { SpecNode } from "../read/spec-node.js";
import { answerType, type Alias } from "./answers.js";
import { readMedia } from "./media.js";
import type { RestFailures } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";

/** The errors of an operation that are described with a body, or without one. */
export function readFailures(
  operation: SpecNode,
  schemas: SchemaReader,
  alias: Alias,
): RestFailures["cases"] {
  return (operation.get("responses")?.entries() ?? []).flatMap(([name, response]) => {
    const status = /^default$/i.test(name) ? "default" : name.toUpperCase();
    if (!/^([45](\d\d|XX)|default)$/.test(status)) return [];
    const described = response.tryResolve();
    const media = described && readMedia(described)[0];
    if (!media || (media.kind !== "json" && media.kind !== "text")) return [];
    const { schema } = media;
    const shape = media.kind === "json" ? (schema ? schemas.read(schema) : {}) : { type: "string" };
    const ending = status === "default" ? "ErrorBody" : `Error${status}`;
    return [{ status, type: alias(answerType(media, schemas), ending), shape }];
  });
}
