import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import { lifetimeMs } from "./access-token.js";
import type { AccessToken } from "./credentials.js";
import { sendRequest } from "./form-post.js";
import { readTokenFile, rereadAfterMs } from "./local-token.js";
import { farHost, isNear, type MetadataTokenOptions } from "./metadata-place.js";

/** The time in which the machine must answer, in milliseconds. */
const timeoutMs = 3_000;

/** How a token is read from an answer. */
type Read = NonNullable<MetadataTokenOptions["read"]>;

/**
 * Requests a token from the metadata server of this machine.
 *
 * @param isTrusted Whether the host may be asked whatever its addresses are.
 * @throws An Error that shows nothing of the answer.
 */
export async function requestMetadata(
  url: URL,
  { headers, read = readAnswer }: MetadataTokenOptions,
  isTrusted: boolean,
  signal: AbortSignal,
): Promise<AccessToken> {
  const request = {
    method: "GET" as const,
    headers: { accept: "application/json, text/plain", ...headers },
    lookup: isTrusted ? undefined : lookupNear,
  };
  const { status, text } = await sendRequest(url, request, { signal, timeoutMs, tls: undefined });
  if (status >= 300 && status < 400) throw new Error("it redirects, and redirects are not followed");
  if (status !== 200) throw new Error(`it answered with HTTP status ${status}`);
  return readSafely(read, text);
}

/** Reads a token from a file of this machine, and again after 10 s at most. */
export async function readMetadataFile(
  path: string,
  { read = readAnswer }: MetadataTokenOptions,
  signal: AbortSignal,
): Promise<AccessToken> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const found = readSafely(read, await readTokenFile(path, limit));
  return { ...found, expiresInMs: Math.min(found.expiresInMs ?? rereadAfterMs, rereadAfterMs) };
}

/** Reads an answer. The error of a reader is not shown, because it may quote the token. */
function readSafely(read: Read, text: string): AccessToken {
  let why: string;
  try {
    const found = read(text);
    return typeof found === "string" ? { token: found, expiresInMs: lifetimeMs(undefined) } : found;
  } catch (error) {
    if (error instanceof AnswerError) throw error;
    why = error instanceof Error ? error.name : "an error";
  }
  throw new Error(`its answer cannot be read (${why})`);
}

/** An answer without a token. */
class AnswerError extends Error {}

function readAnswer(text: string): string | AccessToken {
  if (!text.trimStart().startsWith("{")) return text;
  const { access_token: token, expires_in: seconds } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (typeof token === "string") return { token, expiresInMs: lifetimeMs(seconds) };
  throw new AnswerError('its answer has no "access_token"');
}

/** Resolves a name that must have link-local and loopback addresses only. */
const lookupNear: LookupFunction = (host, options, done) => {
  resolveName(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, "");
    const far = addresses.find(({ address }) => !isNear(address));
    if (far) return done(farHost(host, far.address), "");
    if (options.all) return done(null, addresses);
    const [first] = addresses;
    return done(null, first?.address ?? "", first?.family);
  });
};
