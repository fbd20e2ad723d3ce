import { findViolations } from "../check/find-violations.js";
import { viewMask } from "../check/mask-view.js";
import { type Violation, violationsInWords } from "../check/violation.js";
import { CallError, explained } from "../error/call-error.js";
import type { LoadRules, RuleTables } from "../table/rules.js";
import type { CheckTools } from "./checks.js";
import type { IncomingResponse, Next, OutgoingCall } from "./interceptor.js";
import { withMessages } from "./stream-reply.js";

/** Rules that were loaded, by what loads them. */
const known = new WeakMap<LoadRules, RuleTables>();

/** A call whose requests are held against rules. Loaded with the first one. */
export async function checkedCall(
  tools: CheckTools,
  next: Next,
  call: OutgoingCall,
  load: LoadRules,
): Promise<IncomingResponse> {
  let rules = known.get(load);
  if (!rules) known.set(load, (rules = (await load()).rules));
  if (call.messages) {
    const broken: Violation[] = [];
    const messages = examineAll(call.messages, tools, call, { rules, broken });
    return explainedBy(broken, next({ ...call, messages }));
  }
  const broken = examine(tools, call, rules, call.message);
  return broken.length === 0 ? next(call) : explainedBy(broken, next(call));
}

/** Each message of a stream as it is sent. */
async function* examineAll(
  messages: AsyncIterable<unknown>,
  tools: CheckTools,
  call: OutgoingCall,
  { rules, broken }: { readonly rules: RuleTables; readonly broken: Violation[] },
): AsyncIterable<unknown> {
  for await (const message of messages) {
    const more = examine(tools, call, rules, message);
    // A stream has no end; its error shows the rules that the last message broke.
    if (more.length > 0) broken.splice(0, Infinity, ...more);
    yield message;
  }
}

/**
 * The rules that a request breaks and that are to be told if the server refuses it.
 *
 * @throws The error of a call that is not sent.
 */
function examine(
  tools: CheckTools,
  call: OutgoingCall,
  rules: RuleTables,
  message: unknown,
): readonly Violation[] {
  const { method, metadata, options } = call;
  const mask = method.isUpdate ? viewMask(metadata.get(tools.maskHeader) ?? "") : undefined;
  // The chain has filled it by the table of its type.
  const findings = findViolations(method.request, rules, message as object, { mask, nowMs: tools.nowMs() });
  if (findings.length === 0) return [];
  const violations = findings.map(({ violation }) => violation);
  const validation = options.validate ?? tools.validation;
  if (validation === "refuse" || (validation === undefined && findings.some(({ isMissing }) => isMissing))) {
    throw new CallError({
      name: tools.name,
      code: "INVALID_ARGUMENT",
      text: `the request was not sent: ${violationsInWords(violations)}`,
      method: method.path.slice(1),
      endpoint: call.endpoint.authority,
      violations,
    });
  }
  if (validation === "warn") {
    const text = `${method.path.slice(1)}: the request breaks rules: ${violationsInWords(violations)}`;
    tools.warn({ event: "broken_rules", message: text });
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
  const isNew = ({ path, rule }: Violation): boolean =>
    !error.violations.some((one) => one.path === path && one.rule === rule);
  const more = broken.filter(isNew);
  if (more.length === 0) return error;
  const words = `the request breaks rules: ${violationsInWords(more)}`;
  return explained(error, words, error.operationId, [...error.violations, ...more]);
}
