/**
 * Readers of responses that are not JSON: text, maxBytes, and several media types. A
 * bundle contains those that its operations use.
 */
import { ApiError, type NamedRequest } from "./error.js";
import { checkLength, findLength, readBodyText, readChunks } from "./read-body.js";
import type { OperationOptions } from "./call-options.js";

/**
 * Reads a successful response of at most `maxBytes`; returns undefined if it must be read as JSON.
 * Streams name `request` and `attempt` in errors that happen after the call has ended.
 */
export type ResponseReader = (
  response: Response,
  options: OperationOptions | undefined,
  maxBytes: number | undefined,
  request: NamedRequest,
  attempt: number,
) => Promise<unknown>;

/** Reads text. */
export const readText: ResponseReader = (response, _, maxBytes) => readBodyText(response, maxBytes);

/** Reads a Blob, or returns a stream of bytes for `as: "stream"`. */
export const readBytes: ResponseReader = async (response, options, maxBytes, request, attempts) => {
  if (options?.as !== "stream") return readBlob(response, maxBytes);
  const { body } = response;
  if (!body || !(findLength(response) > 0)) return body ?? new Blob([]).stream();
  return body.pipeThrough(lengthChecker(response, request, attempts));
};

/** Passes a body on. It fails at the end of one that is shorter than declared. */
function lengthChecker(
  response: Response,
  request: NamedRequest,
  attempts: number,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let received = 0;
  return new TransformStream({
    transform(chunk, controller) {
      received += chunk.length;
      controller.enqueue(chunk);
    },
    flush() {
      try {
        checkLength(response, received);
      } catch (cause) {
        const { operation, method, path } = request;
        const details = { operation, request: `${method} ${path}`, attempts, cause };
        throw new ApiError("UNAVAILABLE", (cause as Error).message, {
          ...details,
          clientReason: "CONNECTION_LOST",
        });
      }
    },
  });
}

/** Reads a Blob. It has no default limit, because platforms may store Blobs on disk. */
async function readBlob(response: Response, maxBytes: number | undefined): Promise<Blob> {
  if (maxBytes === undefined) {
    const blob = await response.blob();
    if (response.body) checkLength(response, blob.size);
    return blob;
  }
  const chunks: Uint8Array[] = [];
  await readChunks(response, maxBytes, (chunk) => chunks.push(chunk));
  return new Blob(chunks as ConstructorParameters<typeof Blob>[0], {
    type: response.headers.get("content-type") ?? "",
  });
}

/** Reads a response without a description by its content type: JSON, text or a Blob; undefined if it is empty. */
export const readAny: ResponseReader = async (response, _, maxBytes) => {
  const type = response.headers.get("content-type") ?? "";
  if (/[/+]json\b/i.test(type)) {
    const text = await readBodyText(response, maxBytes);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text || undefined;
    }
  }
  if (/^text\/|[/+]xml\b/i.test(type)) return readBodyText(response, maxBytes);
  const blob = await readBlob(response, maxBytes);
  return blob.size > 0 ? blob : undefined;
};
