import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Context } from "../command/context.js";
import {
  hasLogin,
  refuseGrpcCredentials,
  apiAddress,
  safeLine,
  type Settings,
  UsageError,
  environmentVariable,
  withoutLogin,
} from "@stratus/dynamic-client";
import type { BuiltinCommand } from "./builtin-command.js";

/** Settings that are paths. They are saved as absolute paths, because later commands run in other folders. */
const paths = ["tokenFile", "serviceAccountFile", "federatedTokenFile", "ca"] as const;

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
  const login =
    hasLogin(given) && given.tokenFile !== "-" ? given : { ...given, tokenFile: await saveToken(command) };
  const settings = absolute({ ...withoutLogin(before), ...login }, host.folder);
  const address = apiAddress(sdk, { ...command.settings, ...settings });
  profiles.set(profile, settings, address);
  const place = address === "" ? "" : ` for ${safeLine(address)}`;
  host.say(`Credentials are saved in profile ${profile}${place}: ${profiles.path}\n`);
  const variable = environmentVariable(sdk.session.name, "token");
  if (host.env[variable]) host.say(`${variable} is set and overrides them.\n`);
  await showCaller(command, settings);
}

/** Removes credentials from a profile. */
export function runLogout({ host, profiles, profile }: BuiltinCommand): void {
  const rest = withoutLogin(profiles.get(profile));
  rmSync(profiles.tokenPath(profile), { force: true });
  profiles.set(profile, rest);
  host.say(`Credentials are removed from profile ${profile}.\n`);
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
  const path = profiles.tokenPath(profile);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${token}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
  return path;
}

function absolute(settings: Settings, folder: string): Settings {
  const all: Record<string, string | boolean | undefined> = { ...settings };
  for (const key of paths) if (settings[key] !== undefined) all[key] = resolve(folder, settings[key]);
  return all;
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
