/**
 * Requests that the API sends, by Standard Webhooks: who has sent them, and which of those that are described they
 * are. Only packages of an API that describes webhooks or callbacks have this, in a separate entry.
 */
import { isTooDeep, tooDeepToRead } from "../depth.js";
import { checkNames } from "../names.js";
import { OptionsError } from "../options-error.js";
import { headerOf, readBytes, type ReceivedRequest } from "./received.js";
import { isSigned, readSecret } from "./signature.js";

export type { ReceivedRequest };

/** How a webhook is read. */
interface ReadOptions {
  /** How far a timestamp may be from now, before and after, in milliseconds. Default 300,000: five minutes. */
  readonly toleranceMs?: number | undefined;
  /** The most bytes of a body. Default 1,048,576: 1 MB. */
  readonly maxBodyBytes?: number | undefined;
  /** How the headers begin that carry id, timestamp and signature. Default `webhook`; some senders have `svix`. */
  readonly headerPrefix?: string | undefined;
  /** The time, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** The senders of webhooks: holders of one of the secrets, or anybody at all if that is written out. */
export type WebhookOptions = ReadOptions &
  (
    | {
        /** As the sender shows it (`whsec_...`, `whpk_...`); several while one takes the place of another. */
        readonly secrets: string | readonly string[];
        readonly verify?: true | undefined;
      }
    | { readonly verify: false; readonly secrets?: undefined }
  );

/** A webhook that was received. */
export interface ReceivedWebhook<Name extends string | undefined, Body> {
  /** As the sender gave it, the same when it sends the webhook again: remember it, and do nothing twice. Empty if unverified and missing. */
  readonly id: string;
  /** When it was sent; undefined if unverified and missing. */
  readonly timestamp: Date | undefined;
  /** Its name in the description; undefined if it is none of those that are described. */
  readonly name: Name;
  readonly body: Body;
}

/** A webhook that is described. */
export interface DescribedWebhook {
  readonly name: string;
  readonly guard: (body: unknown) => boolean;
  /** Reads JSON that has values of other forms. Default: `JSON.parse`. */
  readonly parse?: (text: string, status: number) => unknown;
}

/**
 * - `SIGNATURE`: a header is missing, or no signature is that of one of the secrets.
 * - `TIMESTAMP`: it is too far from now, or none.
 * - `BODY_SIZE`: the body is longer than `maxBodyBytes`.
 * - `DECODE`: the body is not JSON, or nested too deep to be read.
 */
export type WebhookErrorCode = "SIGNATURE" | "TIMESTAMP" | "BODY_SIZE" | "DECODE";

/** Thrown for a request that is not a webhook of the sender; answer it with 400. It shows nothing of the request. */
export class WebhookError extends Error {
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

/** Reads a webhook; nothing of its body is looked at before its signature is right. */
export async function parseWebhook(
  described: readonly DescribedWebhook[],
  request: ReceivedRequest,
  options: WebhookOptions,
): Promise<ReceivedWebhook<string | undefined, unknown>> {
  checkNames(options, known);
  const { toleranceMs = 300_000, maxBodyBytes = 2 ** 20, headerPrefix = "webhook", now = Date.now } = options;
  const isVerified = options.verify !== false;
  const keys = await Promise.all(listSecrets(options).map(readSecret));
  const id = headerOf(request, `${headerPrefix}-id`) ?? "";
  const seconds = headerOf(request, `${headerPrefix}-timestamp`) ?? "";
  const signature = headerOf(request, `${headerPrefix}-signature`) ?? "";
  const timestamp = /^\d{1,12}$/.test(seconds) ? new Date(Number(seconds) * 1000) : undefined;
  if (isVerified) {
    if (!id || !signature) throw new WebhookError("SIGNATURE", `${headerPrefix}-id or -signature is missing`);
    const isNear = timestamp && Math.abs(now() - timestamp.getTime()) <= toleranceMs;
    if (!isNear)
      throw new WebhookError("TIMESTAMP", `${headerPrefix}-timestamp is not within ${toleranceMs} ms of now`);
  }
  const body = await readBytes(request, maxBodyBytes);
  if (!body) throw new WebhookError("BODY_SIZE", `the body has more than ${maxBodyBytes} bytes`);
  if (isVerified && !(await isSigned(signature, joined(`${id}.${seconds}.`, body), keys))) {
    const hint = body.length === 0 ? "; the body has no bytes: did something read it before?" : "";
    throw new WebhookError("SIGNATURE", `no signature is that of one of the secrets${hint}`);
  }
  return { id, timestamp, ...findDescribed(described, new TextDecoder().decode(body)) };
}

/** One that is described and whose guard passes; the text as JSON, if there is none. */
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
    const what = isTooDeep(cause) ? tooDeepToRead(text) : "not JSON";
    throw new WebhookError("DECODE", `the body is ${what}`, cause);
  }
}

function listSecrets({ verify, secrets }: WebhookOptions): readonly string[] {
  const list = secrets === undefined ? [] : [secrets].flat();
  // A variable that is not set must not let anybody in.
  if (list.some((secret) => typeof secret !== "string" || secret === ""))
    throw new OptionsError("OPTION_INVALID", "secrets: one is empty; is its variable set?", "secrets");
  if (verify === false && list.length > 0)
    throw new OptionsError(
      "OPTION_CONFLICT",
      "verify: false is beside secrets; leave one of them out",
      "verify",
    );
  if (verify !== false && list.length === 0)
    throw new OptionsError(
      "OPTION_MISSING",
      "secrets is missing; give the sender's, or verify: false to take anything",
      "secrets",
    );
  return list;
}

function joined(start: string, end: Uint8Array): Uint8Array {
  const first = new TextEncoder().encode(start);
  const whole = new Uint8Array(first.length + end.length);
  whole.set(first);
  whole.set(end, first.length);
  return whole;
}
