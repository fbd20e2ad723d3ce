import { isJsonObject, isSecretName, redactedText } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";

/** Redacts values whose names suggest that they grant access. Fields that the API marks as secret are already redacted. */
export function redactByName(value: GuideJson): GuideJson {
  if (Array.isArray(value)) return value.map(redactByName);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      isSecretName(name) ? redactTexts(one) : redactByName(one),
    ]),
  );
}

function redactTexts(value: GuideJson): GuideJson {
  if (typeof value === "string") return value === "" ? value : redactedText;
  if (Array.isArray(value)) return value.map(redactTexts);
  return redactByName(value);
}

/** The secrets that this process knows, which are removed from every text that leaves it. */
export class KnownSecrets {
  readonly #texts = new Set<string>();

  /** Adds a secret. Texts shorter than 8 characters are ignored, because they occur everywhere. */
  add(text: string): void {
    if (text.length < 8 || this.#texts.size >= 10_000) return;
    this.#texts.add(text);
    this.#texts.add(JSON.stringify(text).slice(1, -1));
  }

  /** Replaces all known secrets in a text. */
  scrub(text: string): string {
    let scrubbed = text;
    for (const secret of this.#texts) scrubbed = scrubbed.replaceAll(secret, redactedText);
    return scrubbed;
  }
}
