import { redactedText, isJsonObject } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide-v1";
import { isSecretName } from "../methods/credentials.js";

/** An answer in which values are hidden whose names say that they give access. Fields that the API marks are hidden before. */
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

/** Secrets that this process was given, so that no text which leaves it has one, whoever repeats them. */
export class KnownSecrets {
  readonly #texts = new Set<string>();

  /** Keeps a secret. Very short ones are left out: they are in every text. */
  add(text: string): void {
    if (text.length < 8 || this.#texts.size >= 10_000) return;
    this.#texts.add(text);
    this.#texts.add(JSON.stringify(text).slice(1, -1));
  }

  /** A text without them. */
  scrub(text: string): string {
    let scrubbed = text;
    for (const secret of this.#texts) scrubbed = scrubbed.replaceAll(secret, redactedText);
    return scrubbed;
  }
}
