import { makeRequestError } from "./request.js";
import type { ResponseReader } from "./response-readers.js";

/**
 * Chooses the reader by the content type of the response; without a match, the response is JSON. Throws `DECODE` for a
 * stream that the caller did not request by `accept`, and if the caller requested another media type than the server sent.
 */
export const chooseReader =
  (readers: Readonly<Record<string, ResponseReader>>, streams: readonly string[] = []): ResponseReader =>
  async (response, options, maxBytes, request, attempt) => {
    const { accept } = options ?? {};
    const isOf = (mediaType: string): boolean => isMediaType(response, mediaType);
    const given = response.headers.get("content-type") ?? "";
    const isTyped = given !== "";
    const isOther = accept !== undefined && Object.hasOwn(readers, accept) && isTyped && !isOf(accept);
    const stream = accept === undefined ? streams.find(isOf) : undefined;
    if (isOther || stream !== undefined) {
      const what = isOther
        ? `not ${accept} but ${given}`
        : `not JSON but ${given}; request it by accept: "${stream}"`;
      throw makeRequestError(request, "DECODE", what, { status: response.status, attempts: attempt });
    }
    const mediaType = isTyped ? Object.keys(readers).find(isOf) : accept;
    return readers[mediaType ?? ""]?.(response, options, maxBytes, request, attempt);
  };

/** Reports whether a response has a media type, without its parameters; `image/*` matches all images. */
function isMediaType(response: Response, mediaType: string): boolean {
  const [wanted, given] = [essence(mediaType), essence(response.headers.get("content-type") ?? "")];
  return (
    wanted === given || wanted === "*/*" || (wanted.endsWith("/*") && given.startsWith(wanted.slice(0, -1)))
  );
}

function essence(text: string): string {
  return (text.split(";")[0] ?? "").trim().toLowerCase();
}
