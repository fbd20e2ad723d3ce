import type { MessagePlan } from "../../messages/check/plan.js";
import { toViolation, formatViolations } from "../../messages/check/rule-text.js";
import { maxViolations, type Violation } from "../../messages/check/violation.js";
import { CallError, explained } from "../error/call-error.js";
import type { ValidationContext } from "./validation-context.js";
import { type RequestViolations, findRequestViolations } from "./find-violations.js";
import type { IncomingResponse, Next, OutgoingCall } from "./interceptor.js";
import { withMessages } from "./stream-response.js";

/** Makes a call whose request violates rules: rejects it, or sends it with a warning or an explanation. */
export async function callWithViolations(
  tools: ValidationContext,
  next: Next,
  call: OutgoingCall,
  broken: RequestViolations,
): Promise<IncomingResponse> {
  return explainedBy(admit(tools, call, broken), next(call));
}

/** Makes a call with streamed requests, each of which is validated when it is sent. */
export async function validatedStream(
  tools: ValidationContext,
  next: Next,
  call: OutgoingCall,
  plan: MessagePlan,
): Promise<IncomingResponse> {
  const broken: Violation[] = [];
  return explainedBy(broken, next({ ...call, messages: validateAll(tools, call, plan, broken) }));
}

async function* validateAll(
  tools: ValidationContext,
  call: OutgoingCall,
  plan: MessagePlan,
  broken: Violation[],
): AsyncIterable<unknown> {
  for await (const message of call.messages ?? []) {
    const found = await findRequestViolations(tools, call, plan, message);
    // A stream may be endless, so its error shows the violations of the last invalid message.
    if (found) broken.splice(0, Infinity, ...admit(tools, call, found));
    yield message;
  }
}

/**
 * Returns the violations to report if the server rejects the request.
 *
 * @throws The error of a request that must not be sent.
 */
function admit(
  { core, options: { validate } }: ValidationContext,
  { method, endpoint, options }: OutgoingCall,
  { findings, cel }: RequestViolations,
): readonly Violation[] {
  const violations = [...findings.map(toViolation), ...cel].slice(0, maxViolations);
  const words = formatViolations(violations);
  const own = options.validate ?? validate;
  if (own === "refuse" || (own === undefined && findings.some(({ isMissing }) => isMissing))) {
    throw new CallError({
      name: core.errorName,
      code: "INVALID_ARGUMENT",
      clientReason: "REQUEST_INVALID",
      text: `the request was not sent: ${words}`,
      method: method.path.slice(1),
      endpoint: endpoint.authority,
      violations,
    });
  }
  if (own === "warn") {
    core.warnOnce({
      event: "invalid_request",
      message: `${method.path.slice(1)}: the request violates validation rules: ${words}`,
    });
  }
  return violations;
}

/** Adds the violations of the request to the error if the server may have rejected it because of them. */
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
  const withViolations = explained(error, `the request violates validation rules: ${formatViolations(more)}`);
  withViolations.violations.push(...more);
  return withViolations;
}

/** Whether two rules are the same. Servers name a CEL rule by its ID only. */
function isSameRule(ofServer: string, own: string): boolean {
  return ofServer === own || own === `cel:${ofServer}`;
}
