import { reportDrift } from "./drift.js";
import { ApiError } from "./error.js";
import { describeKind, findIssues } from "./issues.js";
import type { Operation } from "./operation.js";
import type { RequestChecks } from "./options.js";
import { relaxShape } from "./relax-shape.js";
import type { Settings } from "./settings.js";
import type { Description } from "./shape.js";
import { makeArgumentError, type Violation } from "./url.js";

/**
 * Decides about arguments that can be sent and violate their description. By default, one of a wrong JSON type is
 * refused, and other violations are reported. With `report`, all are reported. Loaded with the first violation.
 */
export async function validateRequest(
  settings: Settings,
  operation: Operation<unknown>,
  checks: RequestChecks,
  violations: readonly Violation[],
): Promise<void> {
  const description = await operation.described?.();
  for (const violation of violations) {
    const { name, value, rule } = violation;
    if (checks === "default" && !hasRightType(operation, violation, description))
      throw makeArgumentError(operation, name, rule);
    const issue = { path: name, expected: rule, actual: describeKind(value), kind: "different" } as const;
    reportDrift(settings, operation.name, [issue], "request");
  }
}

/** Reports whether a value violates limits alone. A parameter without limits has no shape here. */
function hasRightType(
  { name: operation }: Operation<unknown>,
  { name, value }: Violation,
  { shapes = {}, parameters = {} }: Partial<Description> = {},
): boolean {
  const key = `${operation} ${name}`;
  const shape = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
  if (shape === undefined) return false;
  try {
    return findIssues(value, relaxShape(shape, shapes), shapes).length === 0;
  } catch (error) {
    // A value that is nested too deep.
    if (error instanceof ApiError) throw error;
    return false;
  }
}
