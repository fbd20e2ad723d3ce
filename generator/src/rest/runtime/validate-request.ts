import { reportDrift } from "./drift.js";
import { ApiError, type Issue } from "./error.js";
import { findIssues } from "./issues.js";
import { describeKind } from "./value-kind.js";
import type { ActiveCall } from "./active-call.js";
import { callTable } from "./call-limits.js";
import { checkNames, type PlaceName } from "./names.js";
import type { Operation } from "./operation.js";
import { listParameterNames } from "./request.js";
import { relaxShape, relaxShapes } from "./relax-shape.js";
import type { Description } from "./shape.js";
import { suggestName } from "./similar-name.js";
import { isStackOverflow } from "./stack-overflow.js";
import type { Violation } from "./url.js";

/**
 * Decides about arguments that violate their description or that the operation does not have. Throws for an argument
 * that cannot be sent. By default, a missing one and one of a wrong JSON type are refused, and other violations are
 * reported. With `report`, all are reported. Loaded with the first violation.
 */
export async function validateRequest(call: ActiveCall): Promise<void> {
  const { settings, operation, options = {} } = call;
  const { violations } = call.request;
  const known: string[] = [];
  const places: PlaceName[] = [];
  // @if params
  known.push(...listParameterNames(operation));
  // @if params
  places.push((name) => placeName(operation, known, name));
  checkNames(options.params ?? {}, known, `${operation.name}: `, places[0]);
  const { validateRequests: checks = settings.validateRequests } = options;
  const isRefused = ({ rule, value }: Violation): boolean =>
    rule === undefined || checks === "strict" || (checks === "default" && value === undefined);
  const refused = violations.find(isRefused);
  let describe: (violation: Violation) => string | undefined = describeRule;
  // @if limitedArguments
  const description = await operation.described?.();
  // @if limitedArguments
  describe = (violation) => describeIssue(violation, findFirst(operation, violation, description, !refused));
  if (refused) throw makeArgumentError(operation, refused, describe(refused) ?? describeRule(refused));
  for (const violation of violations) {
    const { name, value, rule = "" } = violation;
    const wrong = checks === "default" ? describe(violation) : undefined;
    if (wrong !== undefined) throw makeArgumentError(operation, violation, wrong);
    const issue: Issue = { path: name, expected: rule, actual: describeKind(value), kind: "different" };
    let issues: readonly Issue[] = [issue];
    // @if limitedArguments
    if (name.startsWith(bodyName)) issues = listBodyIssues(operation, violation, description);
    reportDrift(settings, operation.name, issues, "request");
  }
}

function describeRule({ rule }: Violation): string {
  return `it must be ${rule}`;
}

/** The name of the body in messages. */
const bodyName = "the body";

/** Lists the differences of a body. Their paths begin with `body`. */
function listBodyIssues(
  { name: operation }: Operation<unknown>,
  { name, value }: Violation,
  { shapes = {}, parameters = {} }: Partial<Description> = {},
): readonly Issue[] {
  const issues = findIssues(value, parameters[`${operation} ${name}`] ?? {}, shapes);
  return issues.map((one) => ({ ...one, path: `body${/^(?!\[|$)/.test(one.path) ? "." : ""}${one.path}` }));
}

/** Says where a name in `params` belongs that is none of the operation's parameters. */
function placeName(
  { parameters = [] }: Operation<unknown>,
  known: readonly string[],
  name: string,
): string | undefined {
  if (parameters.some((one) => one.name === name)) return "it is in the path, so it is an argument";
  if (Object.hasOwn(callTable, name)) return "it is an option of the call, so write it beside params";
  return suggestName(name, known);
}

/** Makes the error of an argument that violates its description, which `wrong` says, or that cannot be sent. */
function makeArgumentError(
  { name: operation }: Operation<unknown>,
  violation: Violation,
  wrong: string,
): ApiError {
  const { name, rule, cause } = violation;
  const isWrong = rule !== undefined;
  const why = isWrong
    ? `${wrong}; the option validateRequests decides what is refused`
    : explainFailure(violation);
  return new ApiError("INVALID_ARGUMENT", `${name} cannot be sent: ${why}`, { operation, cause });
}

/** Describes what an argument must be, and the place inside of it. Returns undefined without a difference. */
function describeIssue({ name, rule }: Violation, issue: Partial<Issue> | undefined): string | undefined {
  if (!issue) return undefined;
  const { path: inside = "", expected, kind } = issue;
  const path = inside.startsWith("[") && !name.startsWith(bodyName) ? `${name}${inside}` : inside;
  const whats = { missing: "is required", unexpected: "is not allowed" } as const;
  const what =
    kind === "missing" || kind === "unexpected" ? whats[kind] : `must be ${path ? expected : rule}`;
  return `${path || "it"} ${what}`;
}

/** Explains why a value cannot be sent. */
function explainFailure({ value, cause }: Violation): string {
  if (isStackOverflow(cause)) return "it is nested too deep, contains itself or is too large";
  if (cause instanceof URIError) return "it has a lone surrogate";
  if (cause instanceof Error) return cause.message;
  if (typeof value === "string") return "it must not be empty, . or ..";
  if (typeof value === "number") return "it is not a finite number";
  return Object(value) === value ? "it contains an object" : "it is missing";
}

/**
 * Returns the first difference between an argument and its description, or the first one that is not the violation of a
 * limit. A parameter without limits has no shape here.
 */
function findFirst(
  { name: operation }: Operation<unknown>,
  { name, value }: Violation,
  { shapes = {}, parameters = {} }: Partial<Description> = {},
  isRelaxed = false,
): Partial<Issue> | undefined {
  const key = `${operation} ${name}`;
  const shape = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
  if (shape === undefined || value === undefined) return {};
  try {
    const [issue] = isRelaxed
      ? findIssues(value, relaxShape(shape), relaxShapes(shapes))
      : findIssues(value, shape, shapes);
    return issue;
  } catch (error) {
    // A value that is nested too deep.
    if (error instanceof ApiError) throw error;
    return {};
  }
}
