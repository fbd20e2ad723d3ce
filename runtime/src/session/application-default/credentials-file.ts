import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { OptionsError } from "../../base/text/options-error.js";

/** A file with credentials, as it is. */
export interface CredentialsFile {
  readonly path: string;
  readonly contents: { readonly [name: string]: unknown };
}

/** Variables of the environment. */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The file with the credentials of the machine: the one that the environment names, which must be there, or gcloud's.
 *
 * @throws An OptionsError that names the file, and nothing of what is in it.
 */
export async function findCredentialsFile(environment: Environment): Promise<CredentialsFile | undefined> {
  const named = environment["GOOGLE_APPLICATION_CREDENTIALS"];
  if (named) return readCredentials(named, "GOOGLE_APPLICATION_CREDENTIALS");
  const path = join(gcloudFolder(environment), "application_default_credentials.json");
  try {
    return await readCredentials(path, "gcloud");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function gcloudFolder(environment: Environment): string {
  const { CLOUDSDK_CONFIG: own, APPDATA: windows } = environment;
  if (own) return own;
  return process.platform === "win32" && windows
    ? join(windows, "gcloud")
    : join(environment["HOME"] ?? homedir(), ".config", "gcloud");
}

async function readCredentials(path: string, source: string): Promise<CredentialsFile> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new OptionsError("FILE_UNREADABLE", `applicationDefault: ${path} cannot be read (${source})`, {
      cause: error,
    });
  }
  let contents: unknown;
  try {
    contents = JSON.parse(text);
  } catch {
    // What the parser says shows a part of the file.
  }
  if (typeof contents === "object" && contents !== null && "type" in contents)
    return { path, contents: { ...contents } };
  throw new OptionsError(
    "FILE_UNREADABLE",
    `applicationDefault: ${path} does not hold credentials in JSON with a "type" (${source})`,
  );
}

function isMissing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === "object" && cause !== null && "code" in cause && cause.code === "ENOENT";
}

/** The project that calls are charged to; undefined if nobody says one. */
export function readQuotaProject(
  environment: Environment,
  file: CredentialsFile | undefined,
): string | undefined {
  const said = environment["GOOGLE_CLOUD_QUOTA_PROJECT"] || file?.contents["quota_project_id"];
  return typeof said === "string" && said !== "" ? said : undefined;
}
