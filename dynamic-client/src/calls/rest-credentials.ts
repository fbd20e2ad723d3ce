import type { GuideLogin } from "@stratus/runtime/guide-v1";
import { UsageError } from "../text/usage-error.js";
import { readSettingFile } from "../settings/read-setting-file.js";
import type { Sdk } from "../sdk/sdk.js";
import { type Settings, environmentVariable } from "../settings/settings.js";

type Secret = () => Promise<string>;

/**
 * The options of a REST client that say who calls: a secret of the environment, of a file or of a program, as the kind of
 * credentials that the API describes, or a line for each of several kinds that are named. An API that describes none gets a
 * bearer token.
 *
 * @throws A UsageError if the API has no such kind of login, or several and none is named.
 */
export async function restLogin(
  sdk: Sdk,
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly auth?: object; readonly headers?: object }> {
  refuseGrpcCredentials(settings);
  const secret = findSecret(sdk, settings, env);
  if (!secret) return {};
  const logins = chosenLogins(sdk, settings.authScheme);
  if (logins.length === 0) return { headers: { authorization: `Bearer ${await secret()}` } };
  const auth = logins.map(async (login, at) => {
    const own = logins.length === 1 ? secret : async () => secretLine(await secret(), at, logins);
    return [login.name, await toCredential(login, own)] as const;
  });
  return { auth: Object.fromEntries(await Promise.all(auth)) };
}

/** Refuses what says who calls in ways that no REST API takes. @throws A UsageError with the ways that it takes. */
export function refuseGrpcCredentials({
  serviceAccountFile,
  federatedTokenFile,
  applicationDefault,
}: Settings): void {
  if (serviceAccountFile === undefined && federatedTokenFile === undefined && applicationDefault !== true)
    return;
  throw new UsageError(
    "a REST API takes its credentials from --token-file or --token-command; --auth-scheme selects the kind if it has several",
    3,
  );
}

/** The secret as it is now: files and programs are asked for each call, since tokens are renewed. */
function findSecret(
  sdk: Sdk,
  { tokenFile, tokenCommand }: Settings,
  env: Readonly<Record<string, string | undefined>>,
): Secret | undefined {
  const token = env[environmentVariable(sdk.session.name, "token")];
  if (token) return async () => token;
  if (tokenFile !== undefined) return async () => readSettingFile(tokenFile, "token-file").trim();
  return tokenCommand === undefined ? undefined : async () => runTokenCommand(tokenCommand);
}

/** The text that a program prints. Its other output is not shown, since it may hold the secret. */
async function runTokenCommand(command: string): Promise<string> {
  const [program = "", ...args] = command.split(/\s+/);
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
    throw new UsageError(`--token-command: ${program} failed to print a token (${why})`, 3);
  }
}

/** The kinds that are named, `header,user`; the only one if none is. */
function chosenLogins(sdk: Sdk, names: string | undefined): readonly GuideLogin[] {
  const { logins = [] } = sdk.session;
  const known = logins.map(({ name }) => name).join(", ");
  if (names !== undefined)
    return names.split(",").map((name) => {
      const found = logins.find((one) => one.name === name);
      if (found) return found;
      throw new UsageError(`--auth-scheme: unknown scheme ${name}; the API has ${known || "none"}`);
    });
  if (logins.length < 2) return logins;
  throw new UsageError(
    `this API has several authentication schemes; select one or more with --auth-scheme (separated by commas): ${known}`,
    3,
  );
}

function secretLine(text: string, at: number, logins: readonly GuideLogin[]): string {
  const lines = text.split(/\r?\n/);
  const line = lines[at];
  if (line !== undefined && lines.length === logins.length) return line;
  throw new UsageError(
    `--auth-scheme names ${logins.length} schemes, so the token must have one line for each, in this order; it has ${lines.length}`,
    3,
  );
}

/** A credential as the option `auth` has it. User and password, and client credentials, are one text with a colon. */
async function toCredential({ name, kind }: GuideLogin, secret: Secret): Promise<unknown> {
  if (kind !== "basic" && kind !== "clientCredentials") return secret;
  const text = await secret();
  const colon = text.indexOf(":");
  const [first, second] = [text.slice(0, colon), text.slice(colon + 1)];
  if (kind === "clientCredentials") return colon < 0 ? secret : { clientId: first, clientSecret: second };
  if (colon >= 0) return { username: first, password: second };
  throw new UsageError(`${name} needs a user and a password, in the form USER:PASSWORD`, 3);
}
