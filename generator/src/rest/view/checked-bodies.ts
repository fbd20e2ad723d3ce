import type { RestBodyMediaType, RestOperation } from "../model/rest-api.js";
import type { Shape } from "../runtime/shape.js";

/** A media type of a body that is checked. */
export type CheckedBody = RestBodyMediaType & {
  readonly shape: Shape;
  /** The name of the body in messages and among the shapes of parameters. */
  readonly name: string;
};

/** Returns the media types of an operation whose bodies are checked: JSON and forms, if they do not allow anything. */
export function listCheckedBodies({ body }: RestOperation): readonly CheckedBody[] {
  const checked = (body?.mediaTypes ?? []).flatMap((media) =>
    media.shape && Object.keys(media.shape).length > 0 ? [{ ...media, shape: media.shape }] : [],
  );
  return checked.map((media, index) => ({
    ...media,
    name: index === 0 ? "the body" : `the body (${media.mediaType})`,
  }));
}
