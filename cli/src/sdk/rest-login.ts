import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { GuideLogin } from "@stratus/runtime/guide-v1";
import { UsageError } from "../text/usage-error.js";
import { readText } from "./read-text.js";
import type { Sdk } from "./sdk.js";
import { type Settings, variableName } from "./settings.js";

type Secret = () => Promise<string>;

/**
 * The options of a REST client that say who calls: a secret of the environment, of a file or of a program, as the kind of
 * credentials that the API describes. An API that describes none gets a bearer token.
 *
 * @throws A UsageError if the API has no such kind of login, or several and none is named.
 */
export async function restLogin(
  sdk: Sdk,
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly auth?: object; readonly headers?: object }> {
  refuseOthers(settings);
  const secret = secretOf(sdk, settings, env);
  if (!secret) return {};
  const login = chosenLogin(sdk, settings.authScheme);
  if (login) return { auth: { [login.name]: await credentialOf(login, secret) } };
  return { headers: { authorization: `Bearer ${await secret()}` } };
}

function refuseOthers({ serviceAccountFile, federatedTokenFile, applicationDefault }: Settings): void {
  if (serviceAccountFile === undefined && federatedTokenFile === undefined && applicationDefault !== true)
    return;
  throw new UsageError("this is a REST API; who calls is said by --token-file or --token-command", 3);
}

/** The secret as it is now: files and programs are asked for each call, since tokens are renewed. */
function secretOf(
  sdk: Sdk,
  { tokenFile, tokenCommand }: Settings,
  env: Readonly<Record<string, string | undefined>>,
): Secret | undefined {
  const token = env[variableName(sdk.session.name, "token")];
  if (token) return async () => token;
  if (tokenFile !== undefined) return async () => readText(tokenFile, "token-file").trim();
  return tokenCommand === undefined ? undefined : async () => printed(tokenCommand);
}

/** The text that a program prints. Its other output is not shown, since it may hold the secret. */
async function printed(command: string): Promise<string> {
  const [program = "", ...args] = command.split(/\s+/);
  try {
    const { stdout } = await promisify(execFile)(program, args, { encoding: "utf8" });
    return stdout.trim();
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw new UsageError(`--token-command: ${program} did not print a token (${why})`, 3);
  }
}

function chosenLogin(sdk: Sdk, name: string | undefined): GuideLogin | undefined {
  const { logins = [] } = sdk.session;
  const known = logins.map((one) => one.name).join(", ");
  if (name === undefined && logins.length < 2) return logins[0];
  const found = logins.find((one) => one.name === name);
  if (found) return found;
  if (name === undefined)
    throw new UsageError(`this API has several kinds of logins; say with --auth-scheme which: ${known}`, 3);
  throw new UsageError(`--auth-scheme: there is no ${name}; there are ${known || "none"}`);
}

/** A credential as the option `auth` has it. User and password, and client credentials, are one text with a colon. */
async function credentialOf({ name, kind }: GuideLogin, secret: Secret): Promise<unknown> {
  if (kind !== "basic" && kind !== "clientCredentials") return secret;
  const text = await secret();
  const colon = text.indexOf(":");
  const [first, second] = [text.slice(0, colon), text.slice(colon + 1)];
  if (kind === "clientCredentials") return colon < 0 ? secret : { clientId: first, clientSecret: second };
  if (colon >= 0) return { username: first, password: second };
  throw new UsageError(`${name} takes a user and a password: the text USER:PASSWORD`, 3);
}
