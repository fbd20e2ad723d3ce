import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Cloud } from "../cloud.js";
import { publicKeyLookup } from "../auth/public-keys.js";
import { accessTokenType, exchangeToken } from "../auth/token-exchange.js";
import { StatusError } from "../errors/status-error.js";

/** Path of the exchange below the auth URL (seed section 4). */
const exchangePath = "/oauth2/token/exchange";
/** A form with a JWT is some kilobytes. */
const largestFormBytes = 256 * 1024;

/** An answer: a status and a JSON body. */
interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, string | number>>;
}

/** The HTTP side of the cloud: token exchange by form POST (seed section 4, RFC 8693). Not yet listening. */
export function createExchangeServer(cloud: Cloud, persist: () => Promise<void>): Server {
  return createServer((request, response) => {
    void answer(cloud, request, persist).then(
      (result) => send(response, result),
      (error: unknown) => send(response, failure(error)),
    );
  });
}

async function answer(cloud: Cloud, request: IncomingMessage, persist: () => Promise<void>): Promise<Answer> {
  const path = (request.url ?? "").replace(/\?.*$/s, "");
  if (path !== exchangePath)
    return refusal(404, "not_found", `there is ${exchangePath} here, and nothing else`);
  if (request.method !== "POST") return refusal(405, "invalid_request", "use POST");
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) {
    return refusal(415, "invalid_request", "the body must be application/x-www-form-urlencoded");
  }
  const form = new URLSearchParams(await readBody(request));
  const field = (name: string): string => {
    const values = form.getAll(name);
    if (values.length > 1) throw new StatusError("INVALID_ARGUMENT", `${name}: came more than once`);
    return values[0] ?? "";
  };
  const exchanged = await exchangeToken(
    {
      grantType: field("grant_type"),
      requestedTokenType: field("requested_token_type"),
      subjectToken: field("subject_token"),
      subjectTokenType: field("subject_token_type"),
    },
    { keys: publicKeyLookup(cloud), tokens: cloud.tokens, tokenLifetimeMs: cloud.settings.tokenLifetimeMs },
    cloud.now(),
  );
  await persist();
  const body = {
    access_token: exchanged.accessToken,
    issued_token_type: accessTokenType,
    token_type: "Bearer",
    expires_in: exchanged.expiresInSeconds,
  };
  return { status: 200, body };
}

/** RFC 8693, section 2.2.2: whatever is wrong with the request or its token is `invalid_request`. */
function failure(error: unknown): Answer {
  if (!(error instanceof StatusError)) return refusal(500, "server_error", "the emulator failed");
  if (error.code === "RESOURCE_EXHAUSTED") return refusal(413, "invalid_request", error.message);
  const isGrant = error.message.startsWith("grant_type:");
  return refusal(400, isGrant ? "unsupported_grant_type" : "invalid_request", error.message);
}

function refusal(status: number, error: string, description: string): Answer {
  return { status, body: { error, error_description: description } };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestFormBytes) throw new StatusError("RESOURCE_EXHAUSTED", "the form is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, { status, body }: Answer): void {
  // RFC 6749, section 5.1: an answer with a token is never stored.
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    pragma: "no-cache",
  });
  response.end(JSON.stringify(body));
}
