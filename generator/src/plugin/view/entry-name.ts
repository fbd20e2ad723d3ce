import { code, joined, npmName, plainName, type Code } from "../../kit/code/code.js";

/** An entry of a package as a document names it: `@svc/cloud/compute/v1`. */
export function entryName(packageName: string, path: string): Code {
  return code`${npmName(packageName)}/${joined(path.split("/").map(plainName), "/")}`;
}
