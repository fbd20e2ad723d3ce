import type { Api } from "../descriptors/api.js";
import { EmulatorError } from "../text/emulator-error.js";

/**
 * Returns the full name of a method that is given as `package.Service/Method`, or as `Service/Method` if that is unambiguous.
 *
 * @throws EmulatorError if the API has no such method, or several
 */
export function findMethodName(api: Api, given: string): string {
  const name = given.replace(/^\//, "");
  if (api.methods.has(name)) return name;
  const fitting = [...api.methods.keys()].filter((full) => full.endsWith(`.${name}`));
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) return only;
  const advice = fitting.length > 1 ? `write one of ${fitting.join(", ")}` : "write package.Service/Method";
  throw new EmulatorError(
    "METHOD_UNKNOWN",
    `the API has ${fitting.length > 1 ? "several methods" : "no method"} ${JSON.stringify(given)}; ${advice}`,
  );
}
