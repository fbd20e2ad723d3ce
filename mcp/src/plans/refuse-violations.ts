import type { OpenMethod } from "../methods/access.js";
import { inlineText, quoteData } from "../text/quote-data.js";
import { Refusal } from "../text/refusal.js";

/** Checks a message against the validation rules of the API. @throws A Refusal that lists the violations. */
export async function refuseViolations(
  { service, method }: OpenMethod,
  message: object,
  mask: string | undefined,
): Promise<void> {
  const violations = await service.codec.violations(method.request, message, mask);
  if (violations.length === 0) return;
  const texts = violations.slice(0, 20).map(({ path, text }) => `${inlineText(path)}: ${quoteData(text)}`);
  throw new Refusal("REQUEST_INVALID", `the API would reject the request: ${texts.join("; ")}`);
}
