import { fileURLToPath } from "node:url";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { readTree } from "../golden/tree.fixture.js";

const folder = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const made = new Map<string, Promise<Readonly<Record<string, string>>>>();
let files: ReturnType<typeof compileProtos> | undefined;

/** The SDK of this repository with more options than it is checked in with: files by path. Made once for the same options. */
export function generateCloud(
  options: string,
  name = "@svc/cloud",
): Promise<Readonly<Record<string, string>>> {
  files ??= compileProtos({ ...readTree(folder("protos")), ...readTree(folder("third_party")) });
  const parameter = `package_name=${name},strip_prefix=svc,${options}`;
  const request = requestOf(files, { parameter });
  const found =
    made.get(parameter) ??
    runPlugin(request).then(({ files: written, error }) => {
      if (error !== "") throw new Error(error);
      return written;
    });
  made.set(parameter, found);
  return found;
}
