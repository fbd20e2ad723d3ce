import { parseCredits } from "@svc/catalogue";
import { readText } from "./given.js";

/** `4 credits`, `1 to 16 credits`, or what was sent. */
export function creditsText(credits: unknown): string | undefined {
  const isKnown = typeof credits === "string" || typeof credits === "number" || isNumbers(credits);
  const range = isKnown ? parseCredits(credits) : undefined;
  if (range) {
    const { min, max } = range;
    return `${min === max ? min : `${min} to ${max}`} ${max === 1 ? "credit" : "credits"}`;
  }
  const text = readText(credits);
  return text === undefined || /credit/i.test(text) ? text : `Credits: ${text}`;
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === "number");
}
