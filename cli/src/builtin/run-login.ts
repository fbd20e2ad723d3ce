import { readFileSync } from "node:fs";
import { Context } from "../command/context.js";
import {
  checkAddress,
  hasLogin,
  refuseGrpcCredentials,
  apiAddress,
  safeLine,
  type Settings,
  UsageError,
  environmentVariable,
  revokeLogin,
  withoutLogin,
} from "@stratus/dynamic-client";
import { absolutePaths } from "./absolute-paths.js";
import { isBrowserLogin, logInPerson } from "./browser-login.js";
import type { BuiltinCommand } from "./builtin-command.js";

/** The settings that say where the credentials go. A profile has them, whatever they came from, because it is whole. */
const addressSettings = ["apiDomain", "endpoint", "insecure", "ca"] as const;

/** Saves credentials and the endpoint in a profile, and shows the caller if the API can tell. */
export async function runLogin(command: BuiltinCommand): Promise<void> {
  const { host, sdk, profiles, profile, given } = command;
  if (command.argv.words.length > 0)
    throw new UsageError(
      "ARGUMENT_INVALID",
      "login takes no arguments, only flags such as --service-account-file FILE",
    );
  if (sdk.isRest) refuseGrpcCredentials(given);
  else if (given.serviceAccountFile !== undefined && sdk.session.hasServiceAccounts !== true)
    throw new UsageError(
      "UNSUPPORTED",
      "this API does not support service accounts; use --token-file or --token-command",
    );
  const before = profiles.getOrNew(profile);
  const where = Object.fromEntries(addressSettings.map((key) => [key, command.settings[key]]));
  await checkAddress(sdk, { ...where, ...given });
  const login = await findLogin(command);
  const settings = absolutePaths({ ...withoutLogin(before), ...where, ...given, ...login }, host.folder);
  if (before.loginFile !== undefined && settings.loginFile === undefined) await endLogin(command);
  const address = apiAddress(sdk, settings);
  profiles.set(profile, settings, address);
  const place = address === "" ? "" : ` for ${safeLine(address)}`;
  host.say(`Credentials are saved in profile ${profile}${place}: ${profiles.path}\n`);
  const variable = environmentVariable(sdk.session.name, "token");
  if (host.env[variable]) host.say(`${variable} is set and overrides them.\n`);
  await showCaller(command, settings);
}

/** Returns the setting of the credentials to save. */
async function findLogin(command: BuiltinCommand): Promise<Settings> {
  const { given } = command;
  if (isBrowserLogin(command)) return logInPerson(command);
  return hasLogin(given) && given.tokenFile !== "-" ? {} : { tokenFile: await saveToken(command) };
}

/** Removes credentials from a profile. */
export async function runLogout(command: BuiltinCommand): Promise<void> {
  const { host, profiles, profile } = command;
  const rest = withoutLogin(profiles.get(profile));
  const isRevoked = await endLogin(command);
  profiles.removeTokens(profile);
  profiles.set(profile, rest);
  host.say(`Credentials are removed from profile ${profile}.\n`);
  if (!isRevoked)
    host.say("The provider did not confirm that it revoked the login, so it may last until it expires.\n");
}

/** Deletes the browser login of a profile, and asks its provider to revoke it. Returns whether the provider did. */
async function endLogin({ host, profiles, profile }: BuiltinCommand): Promise<boolean> {
  const { loginFile, ca, proxy } = profiles.getOrNew(profile);
  // A file elsewhere is not this command's to delete.
  if (loginFile === undefined || loginFile !== profiles.loginPath(profile)) return true;
  const access = { ca: ca === undefined ? undefined : readFileSync(ca, "utf8"), proxy };
  return revokeLogin(loginFile, access, host.signal);
}

/** Reads a token without echo and saves it in a file that only this user can read. */
async function saveToken({ host, sdk, given, profiles, profile }: BuiltinCommand): Promise<string> {
  const isPiped = given.tokenFile === "-" || !host.terminals.in;
  const token = isPiped
    ? Buffer.from(await host.readFile("-"))
        .toString("utf8")
        .trim()
    : (await host.ask("Access token: ", true)).trim();
  // Of a REST API it may be a password, or a line for each of several kinds.
  const isToken = sdk.isRest ? /^\P{Cc}+(?:\r?\n\P{Cc}+)*$/u : /^[\x21-\x7e]+$/;
  if (!isToken.test(token))
    throw new UsageError("CREDENTIALS_INVALID", "this is not a token; nothing was saved", 3);
  return profiles.saveToken(profile, token);
}

async function showCaller(command: BuiltinCommand, settings: Settings): Promise<void> {
  const { host, sdk, profile, argv } = command;
  const entry = sdk.guide.services.find((one) => sdk.lines(one).some(({ role }) => role === "profile"));
  if (!entry) return;
  const context = new Context({ host, sdk, profile, settings: { ...command.settings, ...settings } });
  try {
    const service = await sdk.service(entry);
    const method = service.methodByRole("profile");
    if (!method?.response) return;
    const client = await context.client(service, argv);
    const answer = await client.call(method, method.local, service.codec.fromJson(method.request, {}), {
      signal: host.signal,
    });
    host.say(
      `Logged in: ${safeLine(JSON.stringify(context.shown(service, method.response, answer, argv)))}\n`,
    );
  } finally {
    await context.close();
  }
}
