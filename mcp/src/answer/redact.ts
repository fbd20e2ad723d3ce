import { isJsonObject, redactedText } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";
import { hideSecretParts, isSecretMember, isSecretNumber } from "./secret-text.js";

/**
 * Redacts values whose names or forms suggest that they grant access. Fields that the API marks as secret are already
 * redacted.
 */
export function redactByName(value: GuideJson): GuideJson {
  if (typeof value === "string") return hideSecretParts(value);
  if (Array.isArray(value)) return value.map((one: GuideJson) => redactByName(one));
  if (!isJsonObject(value)) return value;
  // A copy of an object of many thousand members would take seconds, and is seldom needed.
  let copy: { [name: string]: GuideJson } | undefined;
  for (const name of Object.keys(value)) {
    const one = value[name] ?? null;
    const shown = isSecretMember(value, name)
      ? redactTexts(one, name === "value" || isSecretNumber(name))
      : redactByName(one);
    if (shown !== one) (copy ??= copyOf(value))[name] = shown;
  }
  return copy ?? value;
}

/** Copies an object. A member `__proto__` is one like the others. */
function copyOf(value: { readonly [name: string]: GuideJson }): { [name: string]: GuideJson } {
  return Object.assign(Object.create(null) as { [name: string]: GuideJson }, value);
}

/** The marker of a hidden value, which says nothing of it. A plan can send it back. */
const marker = /^\[hidden \d{1,9}(?: [\da-f]{8})?\]$/;

function redactTexts(value: GuideJson, hasNumbers: boolean): GuideJson {
  if (typeof value === "number") return hasNumbers ? redactedText : value;
  if (typeof value === "string") return value === "" || marker.test(value) ? value : redactedText;
  if (Array.isArray(value)) return value.map((one: GuideJson) => redactTexts(one, hasNumbers));
  return redactByName(value);
}

/** The shortest credential and the shortest secret of a request that are hidden by value. Shorter texts occur everywhere. */
const [minCredential, minSecret] = [4, 8] as const;

/**
 * The secrets that this process knows. They are removed from data of the API, which may repeat what it was sent. Texts of
 * this server are never changed, because a secret may be an ordinary word.
 */
export class KnownSecrets {
  readonly #credentials = new Set<string>();
  readonly #texts = new Set<string>();

  /** Adds a credential that calls are made with, also in the forms in which it is sent: encoded, and each line of it. */
  addCredential(credential: string): void {
    for (const line of new Set([credential, ...credential.split(/\r?\n/), ...passwordOf(credential)])) {
      if (line.length < minCredential) continue;
      this.#credentials.add(line);
      for (const form of [line, escapedText(line), encodeURIComponent(line), base64(line)])
        this.#texts.add(form);
    }
  }

  /** Adds a secret that a request sets. */
  addSecret(text: string): void {
    if (text.length < minSecret || this.#texts.size >= 10_000) return;
    this.#texts.add(text);
    this.#texts.add(escapedText(text));
  }

  /** Whether a text contains a credential. */
  isCredential(text: string): boolean {
    return [...this.#credentials].some((one) => text.includes(one));
  }

  /** Replaces all known secrets in a text of the API. */
  scrub(text: string): string {
    let scrubbed = text;
    for (const secret of this.#texts) scrubbed = scrubbed.replaceAll(secret, redactedText);
    return scrubbed;
  }

  /** Replaces all known secrets in data of the API. */
  scrubJson(value: GuideJson): GuideJson {
    if (typeof value === "string") return this.scrub(value);
    if (Array.isArray(value)) return value.map((one: GuideJson) => this.scrubJson(one));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [this.scrub(name), this.scrubJson(one)]),
    );
  }
}

/** Returns a text as it is inside JSON that is quoted in another text. */
function escapedText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** Returns the password of `USER:PASSWORD`. */
function passwordOf(credential: string): readonly string[] {
  const colon = credential.indexOf(":");
  return colon < 0 ? [] : [credential.slice(colon + 1)];
}
