import { measureDepth } from "./depth.js";
import { isStackOverflow } from "./stack-overflow.js";
import { noSuchResource, type MakeError, type Outcome } from "./outcome.js";
import type { Issue } from "./error.js";
import { isObject, ownProperty } from "./guard.js";
import type { Operation } from "./operation.js";
import type { DriftEvent } from "./options.js";
import type { Settings } from "./settings.js";
import type { Shape, Shapes } from "./shape.js";
import { findIssues, isRounded, describeKind } from "./issues.js";

/** The paths per client for which drift is reported. A server may send any number of them. */
const maxReportedPaths = 1000;

/**
 * Decides about a response that differs from its description.
 *
 * - A usable value is reported and returned. With `validate: "strict"` it throws `VALIDATION`.
 * - A value without any property of the described resource means that the resource does not exist.
 * - A list instead of a resource, or another value instead of a list, throws `VALIDATION`.
 */
export async function handleDrift<T>(
  settings: Settings,
  operation: Operation<T>,
  value: unknown,
  makeError: MakeError,
): Promise<Outcome<T>> {
  const { name, isResource } = operation;
  const { validate } = settings;
  const { shapes = {}, responses = {} } = (await operation.described?.()) ?? {};
  const shape = responses[name] ?? {};
  const issues = listIssues(value, shape, shapes);
  const isList = Array.isArray(value);
  const isUsable = isResource
    ? !isList && hasKnownProperty(value, shape, shapes)
    : isList || shape.type !== "array";
  const rounded = issues.find(isRounded);
  if (validate !== "off" && rounded) {
    const what = `${formatIssue(rounded)}, which is rounded`;
    throw makeError("VALIDATION", `${what}; generate the package with --int64 bigint or text`, { issues });
  }
  if (validate !== "off" && issues[0]?.kind === "tooDeep") {
    const what = `the response is ${issues[0].actual}, too deep to be checked; validate: "off" returns it unchecked`;
    throw makeError("VALIDATION", what, { issues });
  }
  const isNotFound = isResource && !isUsable && !(isList && value.length > 0);
  if (!isNotFound && (!isUsable || validate === "strict")) {
    const shown = issues.slice(0, 3).map(formatIssue);
    if (issues.length > 3) shown.push(`${issues.length - 3} more`);
    throw makeError("VALIDATION", `the response differs from the description: ${shown.join("; ")}`, {
      issues,
    });
  }
  const isReported = validate !== "off" && !(isNotFound && isEmptyValue(value));
  if (isReported) reportDrift(settings, name, isNotFound ? issues.slice(0, 1) : issues);
  return isNotFound ? { notFound: makeError("NOT_FOUND", noSuchResource) } : { data: value as T };
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

/** Reports whether a value has a property that its shape requires, or describes if it requires none. */
function hasKnownProperty(value: unknown, shape: Shape, shapes: Shapes): boolean {
  const names = { required: new Set<string>(), known: new Set<string>() };
  const seen = new Set<Shape>();
  const visit = (part: Shape | undefined): void => {
    if (!part || seen.has(part)) return;
    seen.add(part);
    for (const name of part.required ?? []) names.required.add(name);
    for (const name of Object.keys(part.properties ?? {})) names.known.add(name);
    for (const inner of [part.allOf, part.anyOf, part.oneOf]) inner?.forEach(visit);
    if (part.ref !== undefined) visit(shapes[part.ref]);
  };
  visit(shape);
  const expected = names.required.size > 0 ? names.required : names.known;
  return isObject(value) && [...expected].some((name) => ownProperty(value, name) !== undefined);
}

/** Reports whether a value is empty. It means that the resource does not exist, so it is not drift. */
function isEmptyValue(value: unknown): boolean {
  return !value || (typeof value === "object" && Object.keys(value).length === 0);
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
