import type { CurrentNames } from "../kit/text/names-file.js";
import { codecNames } from "./codecs/names.js";
import { describeApi } from "./model/describe.js";
import type { RecordedNames } from "./model/name-registry.js";
import { parseOptions } from "./options.js";
import { parseConfiguration } from "./read/configuration.js";
import { readRequest } from "./read/request.js";
import { linkSchema } from "./read/schema.js";

/**
 * Decides the names of all elements of an API, and generates nothing.
 *
 * @param bytes An encoded CodeGeneratorRequest.
 * @param recorded The names that earlier releases gave.
 * @param configurationText The contents of the files beside the protos, as an SDK contains them; undefined if there are
 *   none.
 * @throws Problems if the request, its options or the API do not allow an SDK, or a recorded name cannot be used.
 */
export function decideApiNames(
  bytes: Uint8Array,
  recorded: RecordedNames,
  configurationText?: string,
): CurrentNames {
  const request = readRequest(bytes);
  const configuration = parseConfiguration(configurationText);
  const options = { ...parseOptions(request.parameter), configuration, acceptsMissing: true, recorded };
  return describeApi(linkSchema(request), codecNames, options).names.registry.decided();
}
