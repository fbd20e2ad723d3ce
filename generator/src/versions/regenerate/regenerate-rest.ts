import { readDescription } from "../../rest/carried-description.js";
import { generateRestClient } from "../../rest/pass.js";
import type { ExtensionSource } from "../../rest/read/extension.js";
import type { OutputFile } from "../../kit/emit/file.js";
import { readManifest, type SdkFiles } from "../../surface/sdk-files.js";

/**
 * Writes a REST client again from the description that it carries, with the names that it has given, by the
 * generator that runs.
 *
 * @param text The description as the package carries it.
 * @throws Error where it carries none.
 */
export async function regenerateRest(sdk: SdkFiles, text: string): Promise<readonly OutputFile[]> {
  const carried = readDescription(text);
  const { name: packageName = "", version: packageVersion = "" } = readManifest(sdk) ?? {};
  if (!carried) throw new Error("its description.json holds no description");
  const { files } = await generateRestClient(
    {
      file: "description.json",
      text: JSON.stringify(carried.document),
      extension: extensionOf(sdk),
      lock: JSON.stringify(carried.lock),
    },
    { packageName, packageVersion, name: carried.name },
    carried.options,
  );
  return files;
}

const folder = "src/extension/";

/** The hand-written part, without the line that says where it came from. */
function extensionOf({ files }: SdkFiles): ExtensionSource | undefined {
  const modules = [...files]
    .filter(([path]) => path.startsWith(folder))
    .map(([path, text]) => ({ path: path.slice(folder.length), text: text.replace(/^\/\*.*\*\/\n/, "") }));
  return modules.length === 0 ? undefined : { folder: "src/extension", files: modules, readme: "" };
}
