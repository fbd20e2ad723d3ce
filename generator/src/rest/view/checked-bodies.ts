import type { RestApi, RestBodyMediaType, RestOperation } from "../model/rest-api.js";
import { serializeShape } from "../model/shape-queries.js";
import type { Shape } from "../runtime/shape.js";

/** A media type of a body that is checked. */
export type CheckedBody = RestBodyMediaType & {
  readonly shape: Shape;
  /** The name of the body in messages and among the shapes of parameters. */
  readonly name: string;
};

/**
 * Returns the media types of an operation whose bodies are checked: JSON and forms. Leaves out those that allow anything,
 * and those whose schemas have other properties in responses, because guards have those of responses.
 */
export function listCheckedBodies(
  { body }: RestOperation,
  schemas: RestApi["schemas"],
): readonly CheckedBody[] {
  const checked = (body?.mediaTypes ?? []).flatMap((media) =>
    media.shape && Object.keys(media.shape).length > 0 && !isDirectional(media.shape, schemas)
      ? [{ ...media, shape: media.shape }]
      : [],
  );
  return checked.map((media, index) => ({
    ...media,
    name: index === 0 ? "the body" : `the body (${media.mediaType})`,
  }));
}

function isDirectional(shape: Shape, schemas: RestApi["schemas"]): boolean {
  const names = serializeShape(shape).matchAll(/"ref":("(?:[^"\\]|\\.)*")/g);
  return [...names].some(
    ([, name = ""]) => schemas.get(JSON.parse(name) as string)?.requestName !== undefined,
  );
}
