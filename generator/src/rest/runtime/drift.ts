import { measureDepth } from "./depth.js";
import { isStackOverflow } from "./stack-overflow.js";
import type { MakeError, Outcome } from "./outcome.js";
import type { Issue } from "./error.js";
import type { ActiveCall } from "./active-call.js";
import type { DriftEvent } from "./options.js";
import type { Settings } from "./settings.js";
import type { Shape, Shapes } from "./shape.js";
import { findIssues } from "./issues.js";
import { describeKind } from "./value-kind.js";
import { isRounded } from "./issue-list.js";

/** The paths per client for which drift is reported. A server may send any number of them. */
const maxReportedPaths = 1000;

/**
 * Decides about a response that differs from its description: it is reported and returned as received. With
 * `validate: "strict"` it throws `VALIDATION`. So does, with both, a number that was rounded and a value that is too
 * deep to be checked. `isChange` is whether the call has changed something at the server.
 */
export async function handleDrift<T>(
  { settings, operation: { name, described } }: ActiveCall<T>,
  value: unknown,
  isChange: boolean,
  makeError: MakeError,
): Promise<Outcome<T>> {
  const { shapes = {}, responses = {} } = (await described?.()) ?? {};
  const issues = listIssues(value, responses[name] ?? {}, shapes);
  const fail = (what: string): never => {
    throw makeError("VALIDATION", isChange ? `${what}; the change was applied` : what, { issues });
  };
  // @if numbers
  const rounded = issues.find(isRounded);
  // @if numbers
  if (rounded) {
    fail(`${formatIssue(rounded)}, which is rounded; generate the package with --int64 bigint or text`);
  }
  if (issues[0]?.kind === "tooDeep") {
    fail(`the response is ${issues[0].actual}, too deep to be checked; validate: "off" returns it unchecked`);
  }
  if (settings.validate === "strict") {
    const shown = issues.slice(0, 3).map(formatIssue);
    if (issues.length > 3) shown.push(`${issues.length - 3} more`);
    fail(`the response differs from the description: ${shown.join("; ")}`);
  }
  reportDrift(settings, name, issues);
  return { data: value as T };
}

function listIssues(value: unknown, shape: Shape, shapes: Shapes): readonly Issue[] {
  try {
    const found = findIssues(value, shape, shapes);
    // The guard may check more than the shape describes.
    if (found.length > 0) return found;
    return [{ path: "", expected: "another value", actual: describeKind(value), kind: "different" }];
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    const actual = `nested ${measureDepth(value)} levels deep`;
    return [{ path: "", expected: "fewer levels", actual, kind: "tooDeep" }];
  }
}

/** The drift that each client has reported, as `operation path`. */
const reportedPaths = new WeakMap<Settings, Set<string>>();

/** Reports each operation and path once. All items of a list have one path. */
export function reportDrift(
  settings: Settings,
  operation: string,
  issues: readonly Issue[],
  origin: "request" | "response" = "response",
): void {
  const { onDrift = logDrift } = settings;
  const more = origin === "request" ? ({ isRequest: true } as const) : {};
  const reported = reportedPaths.get(settings) ?? new Set();
  reportedPaths.set(settings, reported);
  for (const issue of issues) {
    const path = issue.path.replace(/\[\d+\]/g, "[]");
    const entry = `${origin} ${operation} ${path}`;
    if (reported.has(entry) || reported.size >= maxReportedPaths) continue;
    reported.add(entry);
    try {
      onDrift({ operation, ...issue, path, ...more });
    } catch {
      // An error of the listener must not fail the call.
    }
  }
}

function formatIssue({ path, expected, actual }: Issue): string {
  return `${path || "the value"}: expected ${expected}, got ${actual}`;
}

function logDrift(event: DriftEvent): void {
  const origin = event.isRequest ? "an argument" : "the response";
  console.warn(`${event.operation}: ${origin} differs from the description: ${formatIssue(event)}`);
}
