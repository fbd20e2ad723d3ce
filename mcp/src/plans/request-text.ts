import { isJsonObject, redactedText, type Service } from "@stratus/dynamic-client";
import type { GuideForm, GuideJson } from "@stratus/runtime/guide";
import { hideSecretParts, isSecretMember } from "../answer/secret-text.js";
import { digestText, exactPath, exactText } from "../text/exact-text.js";

/** A request as text, from which the request follows. */
export interface RequestText {
  /** The paths that the request sets, each with its value. A request that is a single value has an empty path. */
  readonly entries: readonly RequestEntry[];
  /** Whether all values are shown. If not, long ones are shown by their length and digest. */
  readonly isWhole: boolean;
}

/** A path and its value as text, such as `spec.cpu` and `8`. */
export type RequestEntry = readonly [path: string, value: string];

/** The input of `requestText`. */
export interface RequestParts {
  /** The service, which knows the kinds of fields. */
  readonly service: Service;
  /** The full name of the type of the request. */
  readonly type: string;
  /** The request as JSON with its secrets. */
  readonly request: GuideJson;
  /** The request as JSON in which secrets are redacted. */
  readonly redacted: GuideJson;
  /** Whether a text is a credential of this process, which is not shown. */
  readonly isCredential: (text: string) => boolean;
  /** A digest of a secret that nobody else can compute. */
  readonly secretDigest: (text: string) => string;
  /** The maximum length of a value, in characters. Infinity to show all of it. */
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
  const entries = writer.entries(
    {
      value: parts.request,
      redacted: parts.redacted,
      form: { kind: "message", type: parts.type },
      isSecret: false,
    },
    [],
  );
  return { entries, isWhole: writer.isWhole };
}

/** Writes entries into one line: `metadata.id instance-1, spec.cpu 8`. */
export function entriesText(entries: readonly RequestEntry[]): string {
  return entries.map(([path, value]) => (path === "" ? value : `${path} ${value}`)).join(", ");
}

/** A part of a request. */
interface Part {
  readonly value: GuideJson;
  readonly redacted: GuideJson | undefined;
  /** The kind of the value. Undefined if the API does not define it. */
  readonly form: GuideForm | undefined;
  readonly isSecret: boolean;
}

class Writer {
  isWhole = true;
  readonly #parts: RequestParts;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  /** Writes each value that is not an object, with its path. */
  entries(part: Part, path: readonly string[]): readonly RequestEntry[] {
    const { value } = part;
    if (isJsonObject(value) && Object.keys(value).length > 0)
      return this.#members(part, value).flatMap(([name, one]) => this.entries(one, [...path, name]));
    const text = this.#shorten(value, this.#value(part));
    return path.length === 0 && isJsonObject(value) ? [] : [[exactPath(path), text]];
  }

  #value(part: Part): string {
    const { value, form } = part;
    if (Array.isArray(value))
      return `[${this.#elements(part, value)
        .map((one) => this.#value(one))
        .join(", ")}]`;
    if (isJsonObject(value)) {
      const members = this.#members(part, value).map(
        ([name, one]) => `${exactPath([name])}: ${this.#value(one)}`,
      );
      return `{${members.join(", ")}}`;
    }
    const isShown = typeof value === "boolean" || value === null || value === "";
    if (!isShown && (isHidden(part) || this.#parts.isCredential(String(value)))) return this.#secret(value);
    // Integers of 64 bits are texts in JSON.
    if (typeof value === "string") {
      const shown = hideSecretParts(value);
      if (shown !== value) return `${exactText(shown)} ${this.#secret(value)}`;
      const isInteger = form !== undefined && form.kind.endsWith("64") && /^-?\d+$/.test(value);
      return isInteger ? value : exactText(value);
    }
    return Object.is(value, -0) ? "-0" : String(value);
  }

  #secret(value: GuideJson): string {
    return `(secret, digest ${this.#parts.secretDigest(JSON.stringify(value))})`;
  }

  #elements(part: Part, list: readonly GuideJson[]): readonly Part[] {
    const redacted = Array.isArray(part.redacted) ? (part.redacted as readonly GuideJson[]) : [];
    const { kind, type } = part.form ?? {};
    const form = kind && part.form?.isList ? { kind, type } : undefined;
    return list.map((value, at) => ({ value, redacted: redacted[at], form, isSecret: isHidden(part) }));
  }

  #members(part: Part, value: { readonly [name: string]: GuideJson }): readonly (readonly [string, Part])[] {
    const { service } = this.#parts;
    const { kind, type, mapKey } = part.form ?? {};
    const fields = mapKey === undefined && kind === "message" ? service.message(type).fields : [];
    const redacted = isJsonObject(part.redacted) ? part.redacted : {};
    return Object.entries(value).map(([name, one]) => {
      const form = kind && mapKey ? { kind, type } : fields.find((field) => service.jsonName(field) === name);
      const isSecret = isHidden(part) || isSecretMember(value, name);
      return [
        name,
        { value: one, redacted: Object.hasOwn(redacted, name) ? redacted[name] : undefined, form, isSecret },
      ];
    });
  }

  #shorten(value: GuideJson, text: string): string {
    if (text.length <= this.#parts.maxLength) return text;
    this.isWhole = false;
    const isOpen = typeof value === "string" && hideSecretParts(value) === value;
    if (isOpen) return `${exactText(head(value))}… (${digestText(value)})`;
    const size = Array.isArray(value) ? `a list of ${value.length}, ` : "";
    // The text has the digests of secrets instead of secrets, so that its digest reveals none.
    return `(${size}${digestText(text)})`;
  }
}

function head(text: string): string {
  // Half of a surrogate pair is not a character.
  return text.slice(0, headLength).replace(/[\uD800-\uDBFF]$/, "");
}

function isHidden({ isSecret, redacted }: Part): boolean {
  return isSecret || redacted === redactedText;
}
