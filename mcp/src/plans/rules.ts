import type { OpenMethod } from "../methods/access.js";
import { onLine, quoted } from "../text/quoted.js";
import { Refusal } from "../text/refusal.js";

/** Refuses a message that breaks the rules of the API. @throws A Refusal with all that is wrong. */
export async function refuseViolations(
  { part, method }: OpenMethod,
  message: object,
  mask: string | undefined,
): Promise<void> {
  const violations = await part.forms.violations(method.request, message, mask);
  if (violations.length === 0) return;
  const texts = violations.slice(0, 20).map(({ path, text }) => `${onLine(path)}: ${quoted(text)}`);
  throw new Refusal(`the API would refuse it: ${texts.join("; ")}`);
}
