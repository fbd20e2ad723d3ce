import type { MessagePlan } from "../../messages/check/plan.js";
import { toViolation, formatViolations } from "../../messages/check/rule-text.js";
import { maxViolations, type Violation } from "../../messages/check/violation.js";
import { CallError, explained } from "../error/call-error.js";
import type { CheckTools } from "./check-tools.js";
import { type Broken, examine } from "./examine.js";
import type { IncomingResponse, Next, OutgoingCall } from "./interceptor.js";
import { withMessages } from "./stream-reply.js";

/** A call whose request breaks rules: it is refused, or sent with a warning or an explanation. */
export async function brokenCall(
  tools: CheckTools,
  next: Next,
  call: OutgoingCall,
  broken: Broken,
): Promise<IncomingResponse> {
  return explainedBy(admit(tools, call, broken), next(call));
}

/** A call with a stream of requests, each of which is looked at when it is sent. */
export async function checkedStream(
  tools: CheckTools,
  next: Next,
  call: OutgoingCall,
  plan: MessagePlan,
): Promise<IncomingResponse> {
  const broken: Violation[] = [];
  return explainedBy(broken, next({ ...call, messages: examineAll(tools, call, plan, broken) }));
}

async function* examineAll(
  tools: CheckTools,
  call: OutgoingCall,
  plan: MessagePlan,
  broken: Violation[],
): AsyncIterable<unknown> {
  for await (const message of call.messages ?? []) {
    const found = await examine(tools, call, plan, message);
    // A stream may have no end; its error shows what the last bad message broke.
    if (found) broken.splice(0, Infinity, ...admit(tools, call, found));
    yield message;
  }
}

/**
 * The violations that are to be told if the server refuses the request.
 *
 * @throws The error of a request that is not sent.
 */
function admit(
  { core, options: { validate } }: CheckTools,
  { method, endpoint, options }: OutgoingCall,
  { findings, cel }: Broken,
): readonly Violation[] {
  const violations = [...findings.map(toViolation), ...cel].slice(0, maxViolations);
  const words = formatViolations(violations);
  const own = options.validate ?? validate;
  if (own === "refuse" || (own === undefined && findings.some(({ isMissing }) => isMissing))) {
    throw new CallError({
      name: core.errorName,
      code: "INVALID_ARGUMENT",
      text: `the request was not sent: ${words}`,
      method: method.path.slice(1),
      endpoint: endpoint.authority,
      violations,
    });
  }
  if (own === "warn") {
    core.warnOnce({
      event: "broken_rules",
      message: `${method.path.slice(1)}: the request breaks rules: ${words}`,
    });
  }
  return violations;
}

/** A reply whose failure says which rules the request has broken, if the server may have refused it for that. */
async function explainedBy(
  broken: readonly Violation[],
  answer: Promise<IncomingResponse>,
): Promise<IncomingResponse> {
  try {
    const reply = await answer;
    return reply.messages ? withMessages(reply, explainedMessages(broken, reply.messages)) : reply;
  } catch (error) {
    throw explainedFailure(broken, error);
  }
}

async function* explainedMessages(
  broken: readonly Violation[],
  messages: AsyncIterable<unknown>,
): AsyncIterable<unknown> {
  try {
    yield* messages;
  } catch (error) {
    throw explainedFailure(broken, error);
  }
}

function explainedFailure(broken: readonly Violation[], error: unknown): unknown {
  if (!(error instanceof CallError) || error.code !== "INVALID_ARGUMENT") return error;
  const more = broken.filter(
    ({ path, rule }) => !error.violations.some((one) => one.path === path && isSameRule(one.rule, rule)),
  );
  if (more.length === 0) return error;
  const told = explained(error, `the request breaks rules: ${formatViolations(more)}`);
  told.violations.push(...more);
  return told;
}

/** Servers name a rule in CEL by its id alone. */
function isSameRule(ofServer: string, own: string): boolean {
  return ofServer === own || own === `cel:${ofServer}`;
}
