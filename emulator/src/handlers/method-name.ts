import type { Api } from "../descriptors/api.js";
import { EmulatorError } from "../text/emulator-error.js";

/**
 * The full name of a method that is given as `package.Service/Method` or, where
 * that is clear, as `Service/Method`.
 *
 * @throws an Error when the API has no such method, or several
 */
export function findMethodName(api: Api, given: string): string {
  const name = given.replace(/^\//, "");
  if (api.methods.has(name)) return name;
  const fitting = [...api.methods.keys()].filter((full) => full.endsWith(`.${name}`));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  const advice =
    fitting.length > 1 ? `say which: ${fitting.join(", ")}` : "it is written package.Service/Method";
  throw new EmulatorError(
    "METHOD_UNKNOWN",
    `the API has ${fitting.length > 1 ? "several methods" : "no method"} ${JSON.stringify(given)}; ${advice}`,
  );
}
