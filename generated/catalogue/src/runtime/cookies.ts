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
export const cookies =
  (parameters: readonly CookieParameter[]): ParameterWriter =>
  (_, __, params) => {
    const pairs = parameters.flatMap(({ name, guard, rule, isRequired, write = formFields }) => {
      const value = params[name];
      if (value === undefined && !isRequired) return [];
      if (!guard(value)) throw new Error(`${name} must be ${rule}`);
      return (write(name, value, params) ?? "").split("&");
    });
    if (pairs.length === 0) return undefined;
    const probe = new Request("http://a.test", { headers: { cookie: "a=b" } });
    if (!probe.headers.has("cookie"))
      throw new Error("this platform does not let scripts set the header cookie");
    return pairs.join("; ");
  };
