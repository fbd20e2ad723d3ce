import { type CurrentNames, parseNamesFile } from "../../kit/text/names-file.js";
import type { RecordedNames } from "../../plugin/model/name-registry.js";
import { decideApiNames } from "../../plugin/plugin.js";
import type { SdkFiles } from "../../surface/sdk-files.js";
import { readSdkDescriptors } from "../api/sdk-descriptors.js";
import { toRequest } from "./regenerate.js";

/**
 * Reads the names of all elements in an SDK: those that the running generator gives to the API that the SDK contains.
 * Returns undefined for a package without descriptors, such as a REST client.
 *
 * @param recorded The names file of the SDK. Names that it lacks are those that the SDK records itself.
 * @throws Problems if the running generator rejects the API, or a recorded name.
 */
export function readSdkNames(sdk: SdkFiles, recorded: RecordedNames): CurrentNames | undefined {
  const carried = readSdkDescriptors(sdk);
  if (carried === undefined) return undefined;
  const pinned = carried.names === undefined ? undefined : parseNamesFile(carried.names);
  const elements = new Map([...(pinned?.elements ?? []), ...recorded.elements]);
  return decideApiNames(toRequest(carried, listSourceFiles(sdk)), { ...recorded, elements }, carried);
}

/** Lists the proto files for which code was generated, from the comments of the code. */
function listSourceFiles({ files }: SdkFiles): ReadonlySet<string> {
  const texts = [...files].flatMap(([path, text]) => (path.endsWith(".ts") ? [text] : []));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/@generated from (\S+), /g)].flatMap(([, file]) => file ?? [])),
  );
}
