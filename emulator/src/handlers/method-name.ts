import type { Api } from "../descriptors/api.js";
import { nearestName } from "@stratus/convention/name";
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
  const names = [...api.methods.keys()].flatMap((full) => [full, full.slice(full.lastIndexOf(".") + 1)]);
  const nearest = fitting.length > 1 ? undefined : nearestName(name, names);
  const advice =
    fitting.length > 1
      ? `write one of ${fitting.join(", ")}`
      : nearest === undefined
        ? "write package.Service/Method"
        : `did you mean ${nearest}?`;
  throw new EmulatorError(
    "METHOD_UNKNOWN",
    `the API has ${fitting.length > 1 ? "several methods" : "no method"} ${JSON.stringify(given)}; ${advice}`,
  );
}
