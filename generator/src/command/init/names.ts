import { CommandError } from "../../kit/problem.js";
import { basename } from "node:path";
import { npmNamePattern } from "../../kit/text/npm-name.js";
import { upperCamel } from "../../kit/text/casing.js";

/** The names in a new repository. */
export interface InitNames {
  /** First part of the proto packages, such as `acme`. */
  readonly proto: string;
  /** Name of the SDK's npm package. */
  readonly packageName: string;
  /** Name of the session class. */
  readonly session: string;
}

/** Names that the user chose. */
export interface ChosenInitNames {
  readonly packageName?: string | undefined;
  readonly session?: string | undefined;
}

/**
 * Derives names from the first proto package, or from the npm package, or from the folder.
 *
 * @throws Error if a chosen name is not valid.
 */
export function chooseNames(
  folder: string,
  own: { readonly protoPackage: string | undefined; readonly npmName: string | undefined },
  chosen: ChosenInitNames,
): InitNames {
  const word = toWord(own.protoPackage ?? own.npmName?.replace(/^@/, "").split("/")[0] ?? basename(folder));
  const scope = /^@[^/]+(?=\/)/.exec(own.npmName ?? "")?.[0];
  const packageName = chosen.packageName ?? (scope ? `${scope}/sdk` : `${word.replaceAll("_", "-")}-sdk`);
  const session = chosen.session ?? upperCamel(word);
  if (!npmNamePattern.test(packageName))
    throw new CommandError(
      "OPTION_INVALID",
      `--package-name ${JSON.stringify(packageName)} is not a valid name of an npm package`,
    );
  if (!/^[A-Z]\w*$/.test(session))
    throw new CommandError(
      "OPTION_INVALID",
      `--session-name ${JSON.stringify(session)} is not a valid class name. Example: Cloud`,
    );
  return { proto: own.protoPackage ?? word, packageName, session };
}

/** Makes a valid first part of a proto package. */
function toWord(text: string): string {
  const word = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[^a-z]+|_+$/g, "");
  return word === "" || reserved.has(word) ? `${word === "" ? "my" : word}_api` : word;
}

/** Names that protobuf and the folders of the sample use. */
const reserved: ReadonlySet<string> = new Set([
  "google",
  "common",
  "notes",
  "string",
  "bytes",
  "bool",
  "message",
]);
