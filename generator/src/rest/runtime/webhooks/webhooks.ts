/**
 * Verifies and parses requests that the API sends, by Standard Webhooks. Only packages of an API that describes
 * webhooks or callbacks have this module, in a separate entry point.
 */
import { describeDepth } from "../depth.js";
import { isStackOverflow } from "../stack-overflow.js";
import type { WebhookErrorCode } from "../error-codes.js";
import { checkNames } from "../names.js";
import { OptionsError } from "../options-error.js";
import { readHeader, readBytes, type ReceivedRequest } from "./received.js";
import { isSigned, readSecret } from "./signature.js";

export type { WebhookErrorCode } from "../error-codes.js";
export type { ReceivedRequest } from "./received.js";

/** Options for all webhooks. */
interface ReadOptions {
  /** The allowed difference between the timestamp and now, in milliseconds. Default 300,000: five minutes. */
  readonly toleranceMs?: number | undefined;
  /** The maximum size of a body in bytes. Default 1,048,576: 1 MB. */
  readonly maxBodyBytes?: number | undefined;
  /** The prefix of the headers for id, timestamp and signature. Default `webhook`; some senders use `svix`. */
  readonly headerPrefix?: string | undefined;
  /** Returns the time in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Options for webhooks: the secrets of the sender, or `verify: false` to accept any sender. */
export type WebhookOptions = ReadOptions &
  (
    | {
        /** The secret of the sender (`whsec_...`, `whpk_...`), or several during a rotation. */
        readonly secrets: string | readonly string[];
        readonly verify?: true | undefined;
      }
    | { readonly verify: false; readonly secrets?: undefined }
  );

/** A received webhook. */
export interface ReceivedWebhook<Name extends string | undefined, Body> {
  /** The id of the webhook, the same if it is sent again. Store it to process no webhook twice. Empty if unverified and missing. */
  readonly id: string;
  /** The time at which it was sent; undefined if unverified and missing. */
  readonly timestamp: Date | undefined;
  /** The name in the description; undefined if the webhook is not described. */
  readonly name: Name;
  readonly body: Body;
}

/** A described webhook. */
export interface DescribedWebhook {
  readonly name: string;
  readonly guard: (body: unknown) => boolean;
  /** Parses JSON with exact integers or dates. Default: `JSON.parse`. */
  readonly parse?: (text: string, status: number) => unknown;
}

/** Thrown for a request that is not a valid webhook; respond with 400. It contains nothing of the request. */
export class WebhookError extends Error {
  /** The reason. */
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, what: string, cause?: unknown) {
    super(what, cause === undefined ? undefined : { cause });
    this.code = code;
  }

  static {
    this.prototype.name = "WebhookError";
  }
}

const known = ["secrets", "verify", "toleranceMs", "maxBodyBytes", "headerPrefix", "now"];

/** Parses a webhook. The body is not parsed before its signature is verified. */
export async function parseWebhook(
  described: readonly DescribedWebhook[],
  request: ReceivedRequest,
  options: WebhookOptions,
): Promise<ReceivedWebhook<string | undefined, unknown>> {
  checkNames(options, known);
  const { toleranceMs = 300_000, maxBodyBytes = 2 ** 20, headerPrefix = "webhook", now = Date.now } = options;
  const isVerified = options.verify !== false;
  const keys = await Promise.all(listSecrets(options).map(readSecret));
  const id = readHeader(request, `${headerPrefix}-id`) ?? "";
  const seconds = readHeader(request, `${headerPrefix}-timestamp`) ?? "";
  const signature = readHeader(request, `${headerPrefix}-signature`) ?? "";
  const timestamp = /^\d{1,12}$/.test(seconds) ? new Date(Number(seconds) * 1000) : undefined;
  if (isVerified) {
    if (!id || !signature)
      throw new WebhookError(
        "SIGNATURE",
        `the header ${headerPrefix}-id or ${headerPrefix}-signature is missing`,
      );
    const isNear = timestamp && Math.abs(now() - timestamp.getTime()) <= toleranceMs;
    if (!isNear)
      throw new WebhookError(
        "TIMESTAMP",
        `the header ${headerPrefix}-timestamp is not within ${toleranceMs} ms of now`,
      );
  }
  const body = await readBytes(request, maxBodyBytes);
  if (!body) throw new WebhookError("BODY_SIZE", `the body has more than ${maxBodyBytes} bytes`);
  if (isVerified && !(await isSigned(signature, concatBytes(`${id}.${seconds}.`, body), keys))) {
    const hint = body.length === 0 ? "; the body is empty, perhaps because it was read before" : "";
    throw new WebhookError("SIGNATURE", `no signature matches one of the secrets${hint}`);
  }
  return { id, timestamp, ...findDescribed(described, new TextDecoder().decode(body)) };
}

/** Returns the first described webhook whose guard passes, else the parsed JSON. */
function findDescribed(
  described: readonly DescribedWebhook[],
  text: string,
): Pick<ReceivedWebhook<string | undefined, unknown>, "name" | "body"> {
  if (text === "") return { name: undefined, body: undefined };
  try {
    const plain: unknown = JSON.parse(text);
    for (const { name, guard, parse } of described) {
      const body = parse ? parse(text, 200) : plain;
      if (guard(body)) return { name, body };
    }
    return { name: undefined, body: plain };
  } catch (cause) {
    const what = isStackOverflow(cause) ? describeDepth(text) : "not JSON";
    throw new WebhookError("DECODE", `the body is ${what}`, cause);
  }
}

function listSecrets({ verify, secrets }: WebhookOptions): readonly string[] {
  const list = secrets === undefined ? [] : [secrets].flat();
  // An environment variable that is not set must not disable the verification.
  if (list.some((secret) => typeof secret !== "string" || secret === ""))
    throw new OptionsError(
      "OPTION_INVALID",
      "secrets contains an empty one; is its environment variable set?",
      "secrets",
    );
  if (verify === false && list.length > 0)
    throw new OptionsError(
      "OPTION_CONFLICT",
      "verify: false contradicts secrets; omit one of them",
      "verify",
    );
  if (verify !== false && list.length === 0)
    throw new OptionsError(
      "OPTION_MISSING",
      "secrets is missing; set it to the secret of the sender, or set verify: false to accept any sender",
      "secrets",
    );
  return list;
}

function concatBytes(start: string, end: Uint8Array): Uint8Array {
  const first = new TextEncoder().encode(start);
  const whole = new Uint8Array(first.length + end.length);
  whole.set(first);
  whole.set(end, first.length);
  return whole;
}
