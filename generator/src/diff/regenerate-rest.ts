import { readDescription } from "../openapi/carried-description.js";
import { generateRestClient } from "../openapi/pass.js";
import type { ExtensionSource } from "../openapi/read/extension.js";
import { readRelease } from "../release.js";
import { manifestOf, type SdkFiles } from "../surface/sdk-files.js";
import { reasonOf } from "../text/reason.js";
import type { Regenerated } from "./regenerate.js";

/**
 * Writes a REST client again from the description that it carries, with the names that it has given, by the
 * generator that runs.
 *
 * @param text The description as the package carries it.
 */
export async function regenerateRest(sdk: SdkFiles, text: string): Promise<Regenerated> {
  const { version } = readRelease();
  try {
    const carried = readDescription(text);
    const { name: packageName = "", version: packageVersion = "" } = manifestOf(sdk) ?? {};
    if (!carried) throw new Error("its description.json holds no description");
    const { files } = await generateRestClient(
      {
        file: "description.json",
        text: JSON.stringify(carried.document),
        extension: extensionOf(sdk),
        lock: JSON.stringify(carried.lock),
      },
      { packageName, packageVersion, name: carried.name },
    );
    return {
      files: {
        label: `${sdk.label}, written again`,
        files: new Map(files.map(({ path, text: written }) => [path, written])),
      },
      version,
      problem: "",
    };
  } catch (error) {
    return { files: undefined, version, problem: reasonOf(error).split("\n")[0] ?? "" };
  }
}

const folder = "src/extension/";

/** The hand-written part, without the line that says where it came from. */
function extensionOf({ files }: SdkFiles): ExtensionSource | undefined {
  const modules = [...files]
    .filter(([path]) => path.startsWith(folder))
    .map(([path, text]) => ({ path: path.slice(folder.length), text: text.replace(/^\/\*.*\*\/\n/, "") }));
  return modules.length === 0 ? undefined : { folder: "src/extension", files: modules, readme: "" };
}
