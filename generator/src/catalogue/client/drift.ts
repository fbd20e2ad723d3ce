import { ApiError, type ErrorDetails, type Issue } from "./error.js";
import type { Operation } from "./operation.js";
import type { DriftEvent } from "./options.js";
import { issuesOf, kindOf } from "./walk.js";

/** What a client has told of, as `operation path`. */
export type Told = Set<string>;

/** A server may invent places without end. */
const mostTold = 1000;

/** The places where an answer differs; one at least, also where the shape tells less than the guard. */
export async function driftOf(value: unknown, operation: Operation<unknown>): Promise<readonly Issue[]> {
  const { shape, shapes } = operation;
  const issues = shape ? issuesOf(value, shape, (await shapes?.()) ?? {}) : [];
  return issues.length > 0 ? issues : [{ path: "", expected: "another value", actual: kindOf(value) }];
}

/** Tells of each operation and path once; a path is one for all items of a list. */
export function report(
  told: Told,
  tell: (event: DriftEvent) => void = warn,
  operation: string,
  issues: readonly Issue[],
): void {
  for (const issue of issues) {
    const path = issue.path.replace(/\[\d+\]/g, "[]");
    const place = `${operation} ${path}`;
    if (told.has(place) || told.size >= mostTold) continue;
    told.add(place);
    try {
      tell({ operation, ...issue, path });
    } catch {
      // A listener's fault must not become the call's.
    }
  }
}

/** What `"strict"` throws, and what no setting lets through: a list where a resource should be. */
export function validationError(issues: readonly Issue[], details: ErrorDetails): ApiError {
  const shown = issues.slice(0, 3).map(show);
  if (issues.length > 3) shown.push(`${issues.length - 3} more`);
  return new ApiError("VALIDATION", `the answer is not as described: ${shown.join("; ")}`, {
    ...details,
    issues,
  });
}

function show({ path, expected, actual }: Issue): string {
  return `${path || "the whole"}: expected ${expected}, got ${actual}`;
}

function warn(event: DriftEvent): void {
  console.warn(`${event.operation}: the answer is not as described: ${show(event)}`);
}
