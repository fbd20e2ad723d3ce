/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/cookies.ts of protoc-gen-stratus. DO NOT EDIT. */
import { formFields, type ParameterWriter } from "./style.js";

/** A cookie parameter of an operation. */
export interface CookieParameter {
  readonly name: string;
  readonly guard: (value: unknown) => boolean;
  /** The rule that the guard checks, such as `an integer from 1`. */
  readonly rule: string;
  readonly isRequired?: boolean;
  readonly write?: ParameterWriter;
}

/**
 * Writes the `cookie` header of an operation. Throws in a browser if there are
 * cookies to send, because scripts cannot set this header there.
 */
export const cookies = (parameters: readonly CookieParameter[]): ParameterWriter => {
  const writeCookies: ParameterWriter = (_, __, params, check) => {
    const pairs = parameters.flatMap(({ name, guard, rule, isRequired, write = formFields }) => {
      const value = params[name];
      if (value === undefined && !isRequired) return [];
      check?.(name, value, guard, rule);
      if (value === undefined) return [];
      return (write(name, value, params) ?? "").split("&");
    });
    if (pairs.length === 0) return undefined;
    if (!areCookiesSent()) throw new Error("this platform does not let scripts set the header cookie");
    return pairs.join("; ");
  };
  return Object.assign(writeCookies, { names: parameters.map(({ name }) => name) });
};

/** Reports whether programs can send cookies. In a browser, scripts cannot set the header. */
export function areCookiesSent(): boolean {
  return new Request("http://a.test", { headers: { cookie: "a=b" } }).headers.has("cookie");
}
