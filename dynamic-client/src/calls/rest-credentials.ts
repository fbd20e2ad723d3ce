import type { GuideLogin } from "@stratus/runtime/guide";
import { profileToken, splitCommand } from "@stratus/runtime/login";
import { UsageError } from "../text/usage-error.js";
import { readSettingFile } from "../settings/read-setting-file.js";
import type { Sdk } from "../sdk/sdk.js";
import { type Settings, environmentVariable } from "../settings/settings.js";

type Secret = () => Promise<string>;

/**
 * Returns the authentication options of a REST client. The secret comes from the environment, a file or a command. It has one
 * line for each scheme that `authScheme` names. If the API describes no scheme, the secret is sent as a bearer token.
 *
 * @throws A UsageError if the API has no such scheme, or if it has several and `authScheme` is missing.
 */
export async function restLogin(
  sdk: Sdk,
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
  onCredential: ((credential: string) => void) | undefined,
): Promise<{ readonly auth?: object; readonly headers?: object }> {
  refuseGrpcCredentials(settings);
  const find = findSecret(sdk, settings, env);
  if (!find) return {};
  const secret = async (): Promise<string> => {
    const text = await find();
    onCredential?.(text);
    return text;
  };
  const logins = chosenLogins(sdk, settings.authScheme);
  if (logins.length === 0) return { headers: { authorization: `Bearer ${await secret()}` } };
  const auth = logins.map(async (login, at) => {
    const own = logins.length === 1 ? secret : async () => secretLine(await secret(), at, logins);
    return [login.name, await toCredential(login, own)] as const;
  });
  return { auth: Object.fromEntries(await Promise.all(auth)) };
}

/** Refuses credentials that only gRPC APIs accept. @throws A UsageError that names the settings of REST APIs. */
export function refuseGrpcCredentials({
  serviceAccountFile,
  federatedTokenFile,
  applicationDefault,
}: Settings): void {
  if (serviceAccountFile === undefined && federatedTokenFile === undefined && applicationDefault !== true)
    return;
  throw new UsageError(
    "CREDENTIALS_INVALID",
    "a REST API takes its credentials from --token-file or --token-command; --auth-scheme selects the kind if it has several",
    3,
  );
}

/** Returns a function that reads the secret. It is called before each call, because tokens are renewed. */
function findSecret(
  sdk: Sdk,
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
): Secret | undefined {
  const token = env[environmentVariable(sdk.session.name, "token")];
  if (token) return async () => token;
  const { tokenFile, tokenCommand, loginFile, metadataToken } = settings;
  if (tokenFile !== undefined) return async () => readSettingFile(tokenFile, "token-file").trim();
  if (tokenCommand !== undefined) return async () => runTokenCommand(tokenCommand);
  if (loginFile === undefined && metadataToken === undefined) return undefined;
  return async () => profileToken(settings, { packageName: sdk.guide.package.name, profile: "" });
}

/** Returns what a command prints to stdout. Its stderr is discarded, because it may contain the secret. */
async function runTokenCommand(command: string): Promise<string> {
  const [program = "", ...args] = splitCommand(command);
  // Most commands run no program, and Node takes 3 ms for what it needs to.
  const [{ execFile }, { promisify }] = await Promise.all([
    import("node:child_process"),
    import("node:util"),
  ]);
  try {
    const { stdout } = await promisify(execFile)(program, args, { encoding: "utf8" });
    return stdout.trim();
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new UsageError(
      "CREDENTIALS_INVALID",
      `--token-command: ${program} failed to print a token (${why})`,
      3,
    );
  }
}

/** Returns the schemes that `authScheme` names, such as `header,user`, or the only scheme of the API. */
function chosenLogins(sdk: Sdk, names: string | undefined): readonly GuideLogin[] {
  const { logins = [] } = sdk.session;
  const known = logins.map(({ name }) => name).join(", ");
  if (names !== undefined)
    return names.split(",").map((name) => {
      const found = logins.find((one) => one.name === name);
      if (found) return found;
      throw new UsageError(
        "NAME_UNKNOWN",
        `--auth-scheme: unknown scheme ${name}; the API has ${known || "none"}`,
      );
    });
  if (logins.length < 2) return logins;
  throw new UsageError(
    "ARGUMENT_MISSING",
    `this API has several authentication schemes; select one or more with --auth-scheme (separated by commas): ${known}`,
    3,
  );
}

function secretLine(text: string, at: number, logins: readonly GuideLogin[]): string {
  const lines = text.split(/\r?\n/);
  const line = lines[at];
  if (line !== undefined && lines.length === logins.length) return line;
  throw new UsageError(
    "CREDENTIALS_INVALID",
    `--auth-scheme names ${logins.length} schemes, so the token must have one line for each, in this order; it has ${lines.length}`,
    3,
  );
}

/** Converts a secret to a value of the option `auth`. Basic and client credentials have the form `NAME:SECRET`. */
async function toCredential({ name, kind }: GuideLogin, secret: Secret): Promise<unknown> {
  if (kind !== "basic" && kind !== "clientCredentials") return secret;
  const text = await secret();
  const colon = text.indexOf(":");
  const [first, second] = [text.slice(0, colon), text.slice(colon + 1)];
  if (kind === "clientCredentials") return colon < 0 ? secret : { clientId: first, clientSecret: second };
  if (colon >= 0) return { username: first, password: second };
  throw new UsageError(
    "CREDENTIALS_INVALID",
    `${name} needs a user and a password, in the form USER:PASSWORD`,
    3,
  );
}
