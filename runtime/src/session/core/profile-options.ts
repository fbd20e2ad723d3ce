import { invalidOption, OptionsError, requireKnownNames } from "../../base/text/options-error.js";
import { showText } from "../../base/text/secret-text.js";
import { errorText } from "../../base/text/value-text.js";
import type { SessionWiring } from "../../calls/rpc/wiring.js";
import { builtIn } from "../auth/built-in.js";
import type { Credentials, CredentialsProfile } from "../auth/credentials.js";
import { noCredentials } from "../auth/header-credentials.js";
import { readPrivateFile } from "../auth/private-file.js";
import type { ProfileOptions, ProfileSource } from "../login/profile-source.js";
import { type NamedProfile, readOwnProfile } from "./own-profile.js";
import type { SessionOptions } from "./session-options.js";
import { variableName } from "./variable-name.js";

/** The options of a profile alone: its token goes nowhere else. */
const ownOptions = ["apiDomain", "endpoint", "endpoints", "insecure", "tls"] as const;

/**
 * Returns the options of a profile that the command line's `login` wrote, or of a platform's own configuration file.
 *
 * @param given The name of the profile, or the file that has it. Default: the variable `<SESSION>_PROFILE`, else the
 *   current profile.
 * @throws An OptionsError if there is no such profile, if others can read its file, or if `options` has an address or
 *   certificates.
 */
export function optionsFromProfile<Options extends SessionOptions>(
  wiring: SessionWiring,
  given: string | ProfileSource | undefined,
  options: Partial<Options> = {},
): Options {
  const name = typeof given === "object" ? given.name : given;
  const selected = name ?? (process.env[variableName(wiring, "PROFILE")] || undefined);
  const { profile, options: found } =
    typeof given === "object" ? readSource(wiring, given, selected) : readOwnProfile(wiring, selected);
  const conflict = ownOptions.find((key) => options[key] !== undefined);
  if (conflict !== undefined)
    throw new OptionsError(
      "OPTION_CONFLICT",
      `${wiring.session}: ${conflict} is given beside profile ${profile.name}, whose credentials go only to its own addresses; leave the option out, or save it in the profile`,
      { option: conflict },
    );
  const credentials =
    options.credentials ?? ofProfile(found.credentials ?? missing(wiring, profile), profile);
  const all = Object.entries({ ...found, ...defined(options), credentials });
  const unknown = wiring.kind === "grpc" ? ["apiDomain", "parentId"] : [];
  return Object.fromEntries(
    all.filter(([key, value]) => value !== undefined && !unknown.includes(key)),
  ) as Partial<SessionOptions> as Options;
}

/** Reads a profile of a platform's own file. */
function readSource(wiring: SessionWiring, source: ProfileSource, name: string | undefined): NamedProfile {
  requireKnownNames(
    source,
    ["file", "name", "read"] satisfies (keyof ProfileSource)[],
    `${wiring.session}.fromProfile`,
  );
  const { isAbsolute, join } = builtIn.paths();
  const { file } = source;
  const path = /^~[/\\]/.test(file) ? join(builtIn.machine().homedir(), file.slice(2)) : file;
  if (!isAbsolute(path))
    throw invalidOption(
      "file",
      `write an absolute path, or one that starts with "~/", got ${JSON.stringify(file)}`,
    );
  const read = readPrivateFile(path);
  if (read?.fault !== undefined)
    throw new OptionsError(
      read.code === "INSECURE" ? "INSECURE" : "FILE_UNREADABLE",
      `${wiring.session}: ${path} ${read.fault}; a profile is read only from a file of this user alone (chmod 600)`,
    );
  if (!read) throw new OptionsError("FILE_UNREADABLE", `${wiring.session}: there is no file ${path}`);
  const found = runReader(wiring, source, { text: read.text, path, name });
  requireKnownNames(found, Object.keys(sourceOptions), `the profile of ${path}`);
  const { name: current, ...options } = found;
  return {
    profile: { name: name ?? current ?? path, loginCommand: `the program that writes ${path}` },
    options,
  };
}

const sourceOptions: Readonly<Record<keyof ProfileOptions, true>> = {
  name: true,
  apiDomain: true,
  endpoint: true,
  endpoints: true,
  insecure: true,
  tls: true,
  parentId: true,
  credentials: true,
};

/** Calls the reader of a program. Only the first line of its error is shown, because parsers quote what they cannot read. */
function runReader(
  { session }: SessionWiring,
  { read }: ProfileSource,
  { text, path, name }: { readonly text: string; readonly path: string; readonly name: string | undefined },
): ProfileOptions {
  let why = "the function read must return the options of the profile";
  try {
    const found: unknown = read(text, name);
    if (typeof found === "object" && found !== null && !("then" in found)) return found;
  } catch (error) {
    why = showText(errorText(error).split("\n", 1)[0] ?? "", 300);
  }
  throw new OptionsError("OPTION_INVALID", `${session}: ${path}: ${why}`);
}

/** Names the profile of credentials, for errors and the debug log. */
function ofProfile(credentials: Credentials, profile: CredentialsProfile): Credentials {
  const headers = credentials.headers?.();
  return {
    description: `profile ${profile.name} (${credentials.description})`,
    profile,
    fetchToken: (context) => credentials.fetchToken(context),
    refuse: (token) => credentials.refuse?.(token),
    ...(headers && { headers: () => headers }),
  };
}

function missing({ kind }: SessionWiring, { loginCommand }: CredentialsProfile): Credentials {
  if (kind === "grpc") return noCredentials();
  return {
    description: "no credentials",
    fetchToken: () =>
      Promise.reject(
        new OptionsError("OPTION_MISSING", `it has none; log in: ${loginCommand}`, { option: "credentials" }),
      ),
  };
}

function defined(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
