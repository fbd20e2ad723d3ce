import { isJsonObject, isSecretName, redactedText } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import { digestText, exactPath, exactText } from "../text/exact-text.js";

/** A request as text, from which the request follows. */
export interface RequestText {
  /** `metadata.id instance-1, spec.cpu 8`. Empty if the request sets nothing. */
  readonly text: string;
  /** Whether all values are shown. If not, long ones are shown by their length and digest. */
  readonly isWhole: boolean;
  /** The number of values. */
  readonly count: number;
}

/** What the text of a request is made from. */
export interface RequestParts {
  /** The request as JSON with its secrets. */
  readonly request: GuideJson;
  /** The request as JSON in which secrets are redacted. */
  readonly redacted: GuideJson;
  /** Whether a text is a credential of this process, which is not shown. */
  readonly isCredential: (text: string) => boolean;
  /** A digest of a secret that nobody else can compute. */
  readonly secretDigest: (text: string) => string;
  /** The maximum length of a value, in characters. */
  readonly maxLength: number;
}

/** Characters of a long text that are shown before its digest. */
const headLength = 60;

/**
 * Writes all values of a request. Two requests that differ have different texts: names and values can be read back, and
 * values that are not shown are identified by a digest.
 */
export function requestText(parts: RequestParts): RequestText {
  const writer = new Writer(parts);
  const texts = writer.entries(parts.request, parts.redacted, [], false);
  return { text: texts.join(", "), isWhole: writer.isWhole, count: texts.length };
}

class Writer {
  isWhole = true;
  readonly #parts: RequestParts;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  /** Writes a value as `path value` for each value that is not an object. */
  entries(
    value: GuideJson,
    redacted: GuideJson | undefined,
    path: readonly string[],
    isSecret: boolean,
  ): readonly string[] {
    const isHidden = isSecret || redacted === redactedText;
    if (isJsonObject(value) && Object.keys(value).length > 0)
      return Object.entries(value).flatMap(([name, one]) =>
        this.entries(one, memberOf(redacted, name), [...path, name], isHidden || isSecretName(name)),
      );
    const text = this.#shorten(value, this.#value(value, redacted, isHidden));
    return path.length > 0 ? [`${exactPath(path)} ${text}`] : isJsonObject(value) ? [] : [text];
  }

  #value(value: GuideJson, redacted: GuideJson | undefined, isSecret: boolean): string {
    const isHidden = isSecret || redacted === redactedText;
    if (Array.isArray(value))
      return `[${value.map((one: GuideJson, at) => this.#value(one, memberOf(redacted, at), isHidden)).join(", ")}]`;
    if (isJsonObject(value)) {
      const members = Object.entries(value).map(
        ([name, one]) =>
          `${exactPath([name])}: ${this.#value(one, memberOf(redacted, name), isHidden || isSecretName(name))}`,
      );
      return `{${members.join(", ")}}`;
    }
    const isShown = typeof value === "boolean" || value === null || value === "";
    if (!isShown && (isHidden || this.#parts.isCredential(String(value))))
      return `(secret, digest ${this.#parts.secretDigest(JSON.stringify(value))})`;
    if (typeof value === "string") return exactText(value);
    return Object.is(value, -0) ? "-0" : String(value);
  }

  #shorten(value: GuideJson, text: string): string {
    if (text.length <= this.#parts.maxLength) return text;
    this.isWhole = false;
    if (typeof value === "string") return `${exactText(head(value))}… (${digestText(value)})`;
    const size = Array.isArray(value) ? `a list of ${value.length}, ` : "";
    // The text has the digests of secrets instead of secrets, so that its digest reveals none.
    return `(${size}${digestText(text)})`;
  }
}

function head(text: string): string {
  // Half of a surrogate pair is not a character.
  return text.slice(0, headLength).replace(/[\uD800-\uDBFF]$/, "");
}

function memberOf(value: GuideJson | undefined, name: number | string): GuideJson | undefined {
  if (Array.isArray(value)) return value[Number(name)] as GuideJson | undefined;
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
