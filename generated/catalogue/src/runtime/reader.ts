/* Copied by `stratus openapi` from src/rest/runtime/reader.ts of protoc-gen-stratus. DO NOT EDIT. */
/**
 * Answers that are not JSON: text, bytes, streams of events and lines. A
 * package's bundle holds those that its operations use.
 */
import type { NamedRequest } from "./error.js";
import { readBounded, readPieces } from "./bounded.js";
import type { SentOptions } from "./call-options.js";

/**
 * Reads a successful answer, no more of it than `bytes` if they are given; undefined where it is to be read as JSON.
 * Request and attempts are for errors of what is read later, when nobody waits for the call any more.
 */
export type AnswerReader = (
  response: Response,
  options: SentOptions | undefined,
  bytes: number | undefined,
  request: NamedRequest,
  attempts: number,
) => Promise<unknown>;

/** The answer is of the media type, parameters aside; `image/*` stands for all of its kind. */
function isMediaType(response: Response, mediaType: string): boolean {
  const [wanted, given] = [essence(mediaType), essence(response.headers.get("content-type") ?? "")];
  return (
    wanted === given || wanted === "*/*" || (wanted.endsWith("/*") && given.startsWith(wanted.slice(0, -1)))
  );
}

function essence(text: string): string {
  return (text.split(";")[0] ?? "").trim().toLowerCase();
}

/** Text. */
export const readText: AnswerReader = (response, _, bytes) => readBounded(response, bytes);

/** A Blob, or a stream of its bytes where the call asks for one by `as: "stream"`. */
export const readBytes: AnswerReader = async (response, options, bytes) =>
  options?.as === "stream" ? (response.body ?? new Blob([]).stream()) : readBlob(response, bytes);

/** A Blob may lie on a disk, so that it has a bytes only if the caller sets one. */
async function readBlob(response: Response, bytes: number | undefined): Promise<Blob> {
  if (bytes === undefined) return response.blob();
  const pieces: Uint8Array[] = [];
  await readPieces(response, bytes, (piece) => pieces.push(piece));
  return new Blob(pieces as ConstructorParameters<typeof Blob>[0], {
    type: response.headers.get("content-type") ?? "",
  });
}

/** What no description tells: JSON, text or a Blob by its content type; undefined where it is empty. */
export const readAny: AnswerReader = async (response, _, bytes) => {
  const type = response.headers.get("content-type") ?? "";
  if (/[/+]json\b/i.test(type)) {
    const text = await readBounded(response, bytes);
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text || undefined;
    }
  }
  if (/^text\/|[/+]xml\b/i.test(type)) return readBounded(response, bytes);
  const blob = await readBlob(response, bytes);
  return blob.size > 0 ? blob : undefined;
};

/** One of several forms, by the content type that came; JSON where none of them did. */
export const chooseReader =
  (readers: Readonly<Record<string, AnswerReader>>): AnswerReader =>
  async (response, ...more) => {
    const found = Object.entries(readers).find(([mediaType]) => isMediaType(response, mediaType));
    return found?.[1](response, ...more);
  };
