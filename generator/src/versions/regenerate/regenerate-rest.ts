import { readDescriptionFile } from "../../rest/description-file.js";
import { generateRestClient } from "../../rest/generate-rest-client.js";
import type { ExtensionSource } from "../../rest/read/extension.js";
import type { OutputFile } from "../../kit/emit/file.js";
import { CommandError } from "../../kit/problem.js";
import { readManifest, type SdkFiles } from "../../surface/sdk-files.js";

/**
 * Generates a REST client again with the running generator, from the description and the names that it contains.
 *
 * @param text The file `description.json` of the package.
 * @throws CommandError if the file contains no description.
 */
export async function regenerateRest(sdk: SdkFiles, text: string): Promise<readonly OutputFile[]> {
  const carried = readDescriptionFile(text);
  const { name: packageName = "", version: packageVersion = "", exports = {} } = readManifest(sdk) ?? {};
  const has = (entry: string): boolean => Object.hasOwn(exports, `./${entry}`);
  if (!carried) throw new CommandError("VERSION_UNREADABLE", "its description.json contains no description");
  const { files } = await generateRestClient(
    {
      file: "description.json",
      text: JSON.stringify(carried.document),
      extension: readExtension(sdk),
      lock: JSON.stringify(carried.lock),
    },
    { packageName, packageVersion, name: carried.name },
    {
      ...carried.options,
      hasGuide: has("guide"),
      hasLazyGroups: has("lazy"),
      hasOpenapiTypes: has("openapi"),
      hasOpenTelemetry: has("opentelemetry"),
      hasStandardSchema: has("standard-schema"),
      hasTesting: has("testing"),
    },
  );
  return files;
}

const folder = "src/extension/";

/** Returns the hand-written extension, without the comment that states its origin. */
function readExtension({ files }: SdkFiles): ExtensionSource | undefined {
  const modules = [...files]
    .filter(([path]) => path.startsWith(folder))
    .map(([path, text]) => ({ path: path.slice(folder.length), text: text.replace(/^\/\*.*\*\/\n/, "") }));
  return modules.length === 0 ? undefined : { folder: "src/extension", files: modules, readme: "" };
}
