import { basename } from "node:path";
import { npmNamePattern } from "../../kit/text/npm-name.js";
import { upperCamel } from "../../kit/text/casing.js";

/** What everything is called in a repository that begins. */
export interface InitNames {
  /** Proto package at the top, such as `acme`. */
  readonly proto: string;
  /** npm name of the SDK. */
  readonly packageName: string;
  /** Class of a session. */
  readonly session: string;
}

/** What the user named. */
export interface ChosenInitNames {
  readonly packageName?: string | undefined;
  readonly session?: string | undefined;
}

/**
 * Names by what is there: the first package of the protos, else the package of
 * npm, else the folder.
 * @throws Error for a chosen name that cannot be one.
 */
export function namesOf(
  folder: string,
  own: { readonly protoPackage: string | undefined; readonly npmName: string | undefined },
  chosen: ChosenInitNames,
): InitNames {
  const word = wordOf(own.protoPackage ?? own.npmName?.replace(/^@/, "").split("/")[0] ?? basename(folder));
  const scope = /^@[^/]+(?=\/)/.exec(own.npmName ?? "")?.[0];
  const packageName = chosen.packageName ?? (scope ? `${scope}/sdk` : `${word.replaceAll("_", "-")}-sdk`);
  const session = chosen.session ?? upperCamel(word);
  if (!npmNamePattern.test(packageName))
    throw new Error(`--package-name ${JSON.stringify(packageName)} is not the name of an npm package`);
  if (!/^[A-Z]\w*$/.test(session))
    throw new Error(
      `--session-name ${JSON.stringify(session)} is not the name of a class; give one such as Cloud`,
    );
  return { proto: own.protoPackage ?? word, packageName, session };
}

/** A word that a proto package can begin with. */
function wordOf(text: string): string {
  const word = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[^a-z]+|_+$/g, "");
  return word === "" || reserved.has(word) ? `${word === "" ? "my" : word}_api` : word;
}

/** What protobuf and the sample's own folders keep. */
const reserved: ReadonlySet<string> = new Set([
  "google",
  "common",
  "notes",
  "string",
  "bytes",
  "bool",
  "message",
]);
