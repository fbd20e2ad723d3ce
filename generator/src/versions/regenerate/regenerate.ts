/**
 * Generates a package again with the running generator, from the API that the package contains. This separates changes
 * by the generator from changes of the API.
 */
import { generate } from "../../plugin/plugin.js";
import type { OutputFile } from "../../kit/emit/file.js";
import type { SdkDescriptors } from "../api/sdk-descriptors.js";
import { toRequest } from "./request.js";

/**
 * Generates an SDK again with the running generator, from the descriptors that it contains.
 *
 * @param shown The proto files for which code was generated.
 * @throws Problems if the running generator rejects the API.
 */
export function regenerate(
  carried: SdkDescriptors,
  shown: ReadonlySet<string>,
): Promise<readonly OutputFile[]> {
  return generate(toRequest(carried, shown), undefined, carried);
}
