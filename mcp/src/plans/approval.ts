import { createHmac, randomBytes } from "node:crypto";
import type { Api } from "../calls/api.js";
import { redactByName } from "../answer/redact.js";
import { digestText, exactText } from "../text/exact-text.js";
import { Refusal } from "../text/refusal.js";
import { countTokens } from "../text/tokens.js";
import { findDifferences } from "./differences.js";
import type { Approval, DraftChange } from "./plan.js";
import { entriesText, requestText, type RequestText } from "./request-text.js";
import { identityText, replacedText } from "./resource-facts.js";

/** The maximum number of values in a request, so that a person can review them. */
const maxValues = 60;

/** The maximum number of tokens of what is sent. The model has to repeat them. */
const maxTokens = 3_000;

/** The maximum lengths of a value, from the first attempt to the last. Longer ones are shown by length and digest. */
const maxLengths = [400, 100] as const;

/** The maximum length of a question to the user through the client, in characters. */
const maxQuestionLength = 600;

/**
 * Describes a change to the person who approves it: first the method and all that is sent, then what the API says of the
 * resource.
 *
 * @throws A Refusal if the change has more values than a person can review.
 */
export function describeChange(api: Api, draft: DraftChange): Approval {
  const digestKey = randomBytes(32);
  for (const maxLength of maxLengths) {
    const { title, entries, isWhole, mask, unknown } = sentText(api, draft, digestKey, maxLength);
    if (entries.length > maxValues)
      throw new Refusal(
        "TOO_MANY_CHANGES",
        `the request sets ${entries.length} values, which is too many for a person to review; plan at most ${maxValues}`,
      );
    const all = [entriesText(entries), mask === "" ? "" : `clears ${mask}`, unknown];
    const sent = `${title}: ${all.filter(Boolean).join("; ") || "(nothing)"}`;
    if (countTokens(sent) <= maxTokens)
      return { sent, isWhole: isWhole && unknown === "", says: apiWords(api, draft), digestKey };
  }
  throw new Refusal(
    "TOO_MANY_CHANGES",
    `the text of the request has more than ${maxTokens} tokens, which is too long for a person to review; split the change`,
  );
}

/** All that a change sends, as text. */
export interface SentText extends RequestText {
  /** The effect, the method and, for REST, its route: `destroy compute/instance/delete`. */
  readonly title: string;
  /** The reset mask. Empty if the request has none. */
  readonly mask: string;
  /** The fields that this package does not know, by their digest. Empty if there are none. */
  readonly unknown: string;
}

/**
 * Writes all that a change sends.
 *
 * @param digestKey The key of the digests of secrets. It is of one plan, so that a guess cannot be compared with the secret of
 *   another plan.
 * @param maxLength The maximum length of a value, in characters. Infinity to show all of it.
 */
export function sentText(
  api: Api,
  { open, message, mask }: Pick<DraftChange, "mask" | "message" | "open">,
  digestKey: Uint8Array,
  maxLength: number,
): SentText {
  const { service, method, listed } = open;
  const form = { kind: "message", type: method.request } as const;
  const http = method.http ? ` (${method.http.method} ${exactText(method.http.path)})` : "";
  const { effect } = listed.line;
  return {
    title: `${service.isRest || effect === "act" ? "call" : effect} ${listed.name}${http}`,
    ...requestText({
      service,
      type: method.request,
      request: service.codec.show(form, message, true),
      redacted: service.codec.show(form, message),
      isCredential: (text) => api.secrets.isCredential(text),
      secretDigest: (text) => createHmac("sha256", digestKey).update(text).digest("hex").slice(0, 16),
      maxLength,
    }),
    mask: mask ? exactText(mask) : "",
    unknown: unknownFieldsText(message),
  };
}

/** Returns the line that a person approves. */
export function summaryText({ sent, says }: Approval): string {
  return says === "" ? sent : `${sent}; the API says: ${says}`;
}

/**
 * Returns the question to the user through the client. Undefined if what is sent does not fit into it completely, so that
 * the change cannot be approved there.
 */
export function questionText({ sent, says, isWhole }: Approval): string | undefined {
  const question = `Apply this change? ${sent}`;
  if (!isWhole || question.length > maxQuestionLength) return undefined;
  const whole = says === "" ? question : `${question}; the API says: ${says}`;
  return whole.length <= maxQuestionLength ? whole : question;
}

/** Describes the resource of a change in the words of the API: its names, and the values that the change replaces. */
export function apiWords(api: Api, { open, current, after }: DraftChange): string {
  if (current === undefined) return "";
  const shown = api.secrets.scrubJson(redactByName(current.shown));
  const identity = identityText(open.service, current.type, shown, current.request);
  const next = after && api.secrets.scrubJson(redactByName(after));
  const replaced = next === undefined ? "" : replacedText(findDifferences(shown, next));
  return [identity, replaced === "" ? "" : `before: ${replaced}`].filter(Boolean).join("; ");
}

/** Describes the fields of a message that the SDK does not know, such as those of elements that an update sends again. */
function unknownFieldsText(message: object): string {
  const found: unknown[] = [];
  const walk = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== "object" || value === null || value instanceof Uint8Array) return;
    const members = value instanceof Map ? [...value.entries()] : Object.entries(value);
    for (const [name, one] of members) {
      if (name === "_unknownFields" && one !== undefined) found.push(path, one);
      else walk(one, [...path, String(name)]);
    }
  };
  walk(message, []);
  return found.length === 0 ? "" : `fields that this package does not know (${digestText(bytesText(found))})`;
}

function bytesText(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    one instanceof Uint8Array
      ? Buffer.from(one).toString("base64")
      : typeof one === "bigint"
        ? `${one}n`
        : one,
  );
}
