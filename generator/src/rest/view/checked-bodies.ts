import type { RestApi, RestBodyMediaType, RestOperation } from "../model/rest-api.js";
import { serializeShape } from "../model/shape-queries.js";
import type { Shape } from "../runtime/shape.js";

/** A media type of a body that is checked. */
export type CheckedBody = RestBodyMediaType & { readonly shape: Shape };

/**
 * Returns the media type of an operation whose bodies are checked: the first JSON one. Returns undefined if anything is
 * allowed, or if a schema has other properties in responses, because guards have those of responses.
 */
export function findCheckedBody(
  { body }: RestOperation,
  schemas: RestApi["schemas"],
): CheckedBody | undefined {
  const media = body?.mediaTypes.find(({ kind }) => kind === "json");
  const { shape } = media ?? {};
  if (!media || !shape || Object.keys(shape).length === 0) return undefined;
  const names = serializeShape(shape).matchAll(/"ref":("(?:[^"\\]|\\.)*")/g);
  const isSame = [...names].every(
    ([, name = ""]) => schemas.get(JSON.parse(name) as string)?.requestName === undefined,
  );
  return isSame ? { ...media, shape } : undefined;
}
