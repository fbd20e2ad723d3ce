import { type CurrentNames, noNames, parseNamesFile } from "../../kit/text/names-file.js";
import type { RecordedNames } from "../../plugin/model/name-registry.js";
import { decideApiNames } from "../../plugin/api-names.js";
import type { SdkFiles } from "../../surface/sdk-files.js";
import { readSdkDescriptors, type SdkDescriptors } from "../api/sdk-descriptors.js";
import { toRequest } from "./request.js";

/**
 * Reads the names of all elements in an SDK. Returns undefined for a package without descriptors, such as a REST client.
 *
 * @param recorded The names file of the SDK. Names that it lacks are those that the SDK records itself.
 * @throws Problems if the running generator rejects the API, or a recorded name.
 */
export function readSdkNames(sdk: SdkFiles, recorded: RecordedNames): CurrentNames | undefined {
  const carried = readSdkDescriptors(sdk);
  return carried && decideSdkNames(carried, listSourceFiles(sdk), recorded);
}

/**
 * Decides the names that the running generator gives to the API that an SDK contains.
 *
 * @param shown The proto files for which code was generated.
 * @throws Problems if the running generator rejects the API, or a recorded name.
 */
export function decideSdkNames(
  carried: SdkDescriptors,
  shown: ReadonlySet<string>,
  recorded: RecordedNames = noNames,
): CurrentNames {
  const pinned = carried.names === undefined ? undefined : parseNamesFile(carried.names);
  const elements = new Map([...(pinned?.elements ?? []), ...recorded.elements]);
  return decideApiNames(toRequest(carried, shown), { ...recorded, elements }, carried.configuration);
}

/** Lists the proto files for which code was generated, from the comments of the code. */
function listSourceFiles({ files }: SdkFiles): ReadonlySet<string> {
  const texts = [...files].flatMap(([path, text]) => (path.endsWith(".ts") ? [text] : []));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/@generated from (\S+), /g)].flatMap(([, file]) => file ?? [])),
  );
}
