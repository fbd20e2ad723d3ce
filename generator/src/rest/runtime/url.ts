import type { Operation, Parameter } from "./operation.js";
import type { CheckArgument } from "./style.js";

/** The path and the query of a request as sent, and the headers that its arguments set. */
export interface Target {
  path: string;
  query: string;
  headers?: Readonly<Record<string, string>>;
}

/** An argument that violates its description, or that cannot be sent. `validateRequest` decides about it. */
export interface Violation {
  /** The name of the parameter. */
  readonly name: string;
  readonly value?: unknown;
  /** The violated rule, such as `an integer from 1`; undefined if the value cannot be sent. */
  readonly rule?: string;
  /** The error of the code that serializes the value. */
  readonly cause?: unknown;
}

/** The arguments of a call: those of the path, and `params`. Those that violate their description are added. */
export interface Arguments {
  readonly values?: readonly unknown[] | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly violations: Violation[];
  readonly check: CheckArgument;
}

/**
 * Serializes the arguments of a call. Adds those that violate their description to `violations`. So it does with those
 * that a server would read as something else: a path segment `..`, a lone surrogate, NaN or an object.
 */
export function buildTarget({ path, parameters = [] }: Operation<unknown>, given: Arguments): Target {
  const { values = [], violations, check } = given;
  const target: Target = { path: path[0] ?? "", query: "" };
  let index = 0;
  for (const parameter of parameters) {
    // @if params
    if (parameter.location) {
      addParameter(target, parameter, given);
      continue;
    }
    const { name, guard, rule } = parameter;
    const value = values[index++];
    check(name, value, guard, rule);
    const text = serialize(parameter, value, given);
    // URL parsers resolve `.` and `..` even if they are escaped.
    if (text !== undefined && /^\.{0,2}$/.test(text)) violations.push({ name, value: text });
    target.path += (text ?? "") + (path[index] ?? "");
  }
  return target;
}

/** Adds a parameter of query or header to a target. */
function addParameter(target: Target, parameter: Parameter, given: Arguments): void {
  const { name, location, isRequired, guard, rule, write } = parameter;
  const value = given.params[name];
  if (value === undefined && !isRequired) return;
  given.check(name, value, guard, rule);
  // Constant queries and cookies have no value of their own.
  if (value === undefined && !guard(value)) return;
  const encode = (text: string): string =>
    location === "header" ? text : `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
  for (const item of Array.isArray(value) && !write ? (value as unknown[]) : [value]) {
    // Null is left out, because neither a URL nor a header can contain it.
    const text = item === null && !write ? undefined : serialize(parameter, item, given, encode);
    if (text === undefined) continue;
    if (location === "header") target.headers = { ...target.headers, [name]: text };
    else target.query += text && (target.query ? "&" : "?") + text;
  }
}

/** Serializes a value with the serializer of its parameter, else with `encode`. Returns undefined for a violation. */
function serialize(
  parameter: Parameter,
  value: unknown,
  given: Arguments,
  encode: (text: string) => string = encodeURIComponent,
): string | undefined {
  const { name } = parameter;
  const { violations } = given;
  // @if styles
  const { write } = parameter;
  // @if styles
  if (write) return tryWrite(violations, name, () => write(name, value, given.params, given.check));
  if (isScalar(value)) return tryWrite(violations, name, () => encode(String(value)));
  violations.push({ name, value });
  return undefined;
}

/** Reports whether a value has one text. An object would be sent as `[object Object]`, and a missing value as a word. */
function isScalar(value: unknown): boolean {
  return /^(?:string|boolean|bigint)$/.test(typeof value) || Number.isFinite(value);
}

/** Serializes an argument with `work`. Adds a failure to `violations` and returns undefined. */
export function tryWrite<T>(violations: Violation[], name: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (cause) {
    violations.push({ name, cause });
    return undefined;
  }
}
