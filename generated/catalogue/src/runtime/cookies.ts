/* Copied by `stratus openapi` from src/rest/runtime/cookies.ts of protoc-gen-stratus. DO NOT EDIT. */
import { formFields, type ParameterWriter } from "./style.js";

/** A cookie that an operation takes. */
export interface CookieParameter {
  readonly name: string;
  readonly guard: (value: unknown) => boolean;
  /** What the guard asks for, such as `a whole number from 1`. */
  readonly rule: string;
  readonly isRequired?: boolean;
  readonly write?: ParameterWriter;
}

/**
 * The `cookie` header of an operation. A browser sends its own cookies and lets
 * no script set others: a call that has some to send is refused there.
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
    if (!probe.headers.has("cookie")) throw new Error("this platform lets no script set cookies");
    return pairs.join("; ");
  };
