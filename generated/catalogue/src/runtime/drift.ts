/* Copied by `stratus openapi` from src/rest/runtime/drift.ts of protoc-gen-stratus. DO NOT EDIT. */
import { depthOf, isTooDeep } from "./depth.js";
import { noResource, type Fail, type Outcome } from "./outcome.js";
import type { Issue } from "./error.js";
import { isObject, own } from "./guard.js";
import type { Operation } from "./operation.js";
import type { DriftEvent } from "./options.js";
import type { Settings } from "./settings.js";
import type { Shape, Shapes } from "./shape.js";
import { findIssues, isRounded, nameKind } from "./walk.js";

/** A server may invent places without end. */
const maxTold = 1000;

/**
 * Decides about an answer that is not as described. What can be used is
 * reported and given, or refused when checks are strict. What cannot be used is
 * a miss where a resource should be; but something else than a list where a
 * list should be, or a list in place of a resource, is told as the server's
 * fault.
 */
export async function drifted<T>(
  settings: Settings,
  operation: Operation<T>,
  value: unknown,
  fail: Fail,
): Promise<Outcome<T>> {
  const { name, isResource } = operation;
  const { validate } = settings;
  const { shapes = {}, answers = {} } = (await operation.described?.()) ?? {};
  const shape = answers[name] ?? {};
  const issues = issuesOf(value, shape, shapes);
  const isList = Array.isArray(value);
  const isOfUse = isResource ? !isList && hasAny(value, shape, shapes) : isList || shape.type !== "array";
  const rounded = issues.find(isRounded);
  if (validate !== "off" && rounded) {
    const what = `${show(rounded)}, which is rounded`;
    throw fail("VALIDATION", `${what}; make the package with --int64 bigint or text`, { issues });
  }
  if (validate !== "off" && issues[0]?.kind === "tooDeep") {
    const what = `the answer is ${issues[0].actual}, too deep to be checked; validate: "off" gives it unchecked`;
    throw fail("VALIDATION", what, { issues });
  }
  const isMiss = isResource && !isOfUse && !(isList && value.length > 0);
  if (!isMiss && (!isOfUse || validate === "strict")) {
    const shown = issues.slice(0, 3).map(show);
    if (issues.length > 3) shown.push(`${issues.length - 3} more`);
    throw fail("VALIDATION", `the answer is not as described: ${shown.join("; ")}`, { issues });
  }
  const isTold = validate !== "off" && !(isMiss && isBlank(value));
  if (isTold) report(settings, name, isMiss ? issues.slice(0, 1) : issues);
  return isMiss ? { miss: fail("NOT_FOUND", noResource) } : { data: value as T };
}

function issuesOf(value: unknown, shape: Shape, shapes: Shapes): readonly Issue[] {
  try {
    const found = findIssues(value, shape, shapes);
    // The shape may tell less than the guard asks for.
    if (found.length > 0) return found;
    return [{ path: "", expected: "another value", actual: nameKind(value), kind: "different" }];
  } catch (error) {
    if (!isTooDeep(error)) throw error;
    const actual = `nested ${depthOf(value)} levels deep`;
    return [{ path: "", expected: "fewer levels", actual, kind: "tooDeep" }];
  }
}

/** The value has a property that its shape requires, or any that it describes where it requires none. */
function hasAny(value: unknown, shape: Shape, shapes: Shapes): boolean {
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
  const telling = names.required.size > 0 ? names.required : names.known;
  return isObject(value) && [...telling].some((name) => own(value, name) !== undefined);
}

/** Plainly nothing: not worth a word. */
function isBlank(value: unknown): boolean {
  return !value || (typeof value === "object" && Object.keys(value).length === 0);
}

/** Which drift clients have told of, as `operation path`. */
const toldBy = new WeakMap<Settings, Set<string>>();

/** Tells of each operation and path once; a path is one for all items of a list. */
function report(settings: Settings, operation: string, issues: readonly Issue[]): void {
  const { onDrift = warn } = settings;
  const told = toldBy.get(settings) ?? new Set();
  toldBy.set(settings, told);
  for (const issue of issues) {
    const path = issue.path.replace(/\[\d+\]/g, "[]");
    const place = `${operation} ${path}`;
    if (told.has(place) || told.size >= maxTold) continue;
    told.add(place);
    try {
      onDrift({ operation, ...issue, path });
    } catch {
      // A listener's fault must not become the call's.
    }
  }
}

function show({ path, expected, actual }: Issue): string {
  return `${path || "the whole"}: expected ${expected}, got ${actual}`;
}

function warn(event: DriftEvent): void {
  console.warn(`${event.operation}: the answer is not as described: ${show(event)}`);
}
