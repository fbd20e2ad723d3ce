/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/url.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Input, RequestChecks } from "./call-options.js";
import type { Operation } from "./operation.js";
import type { CheckArgument } from "./style.js";

/** The URL of a request, and the headers that its arguments set. */
export interface Target {
  readonly url: string;
  /** The path as sent, for messages: without host and query. */
  readonly path: string;
  /** Undefined if no argument sets a header. */
  readonly headers: Readonly<Record<string, string>> | undefined;
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

/**
 * Appends the arguments of a call to the base URL, and adds those that violate their description to `violations`. So it
 * does with those that a server would read as something else: a path segment `..`, a lone surrogate, NaN or an object.
 */
export function buildTarget(
  baseUrl: string,
  operation: Operation<unknown>,
  { values = [] }: Input,
  params: Readonly<Record<string, unknown>>,
  violations: Violation[],
  checks: RequestChecks,
): Target {
  const { path: parts, parameters = [] } = operation;
  const check: CheckArgument = (name, value, guard, rule) => {
    if (checks !== "off" && !guard(value)) violations.push({ name, value, rule });
  };
  let headers: Record<string, string> | undefined;
  let path = parts[0] ?? "";
  let segments = 0;
  let query = "";
  let index = 0;
  for (const { name, location, isRequired, guard, rule, write } of parameters) {
    const value = location ? params[name] : values[index++];
    if (value === undefined && location && !isRequired) continue;
    check(name, value, guard, rule);
    // Constant queries and cookies have no value of their own.
    if (value === undefined && location && !guard(value)) continue;
    for (const item of Array.isArray(value) && !write ? (value as unknown[]) : [value]) {
      // Null is left out, because neither a URL nor a header can contain it.
      if (item === null && location && !write) continue;
      if (!write && !isScalar(item)) {
        violations.push({ name, value: item });
        continue;
      }
      const text = tryWrite(violations, name, () => {
        if (write) return write(name, item, params, check);
        const text = String(item);
        if (location === "header") return text;
        return (location ? `${encodeURIComponent(name)}=` : "") + encodeURIComponent(text);
      });
      if (text === undefined) continue;
      if (location === "header") headers = { ...headers, [name]: text };
      else if (location) query += text && (query ? "&" : "?") + text;
      // URL parsers resolve `.` and `..` even if they are escaped.
      else if (/^\.{0,2}$/.test(text)) violations.push({ name, value: text });
      else path += text + (parts[++segments] ?? "");
    }
  }
  return { url: baseUrl + path + query, path, headers };
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
