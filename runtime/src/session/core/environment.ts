import type { Credentials } from "../auth/credentials.js";
import { federatedToken } from "../auth/federated-token.js";
import { noCredentials } from "../auth/header-credentials.js";
import { environmentToken } from "../auth/local-token.js";
import { metadataToken } from "../auth/metadata-token.js";
import { serviceAccount } from "../auth/service-account.js";
import { invalidOption, OptionsError } from "../../base/text/options-error.js";
import { optionsFromProfile } from "./profile-options.js";
import type { SessionOptions } from "./session-options.js";
import type { SessionWiring } from "../../calls/rpc/wiring.js";
import { variableName } from "./variable-name.js";

/**
 * Options from the environment; those given win. For a session called `Cloud`
 * the variables are `CLOUD_API_DOMAIN`, `CLOUD_TOKEN`,
 * `CLOUD_SERVICE_ACCOUNT_FILE`, `CLOUD_FEDERATED_TOKEN_FILE` or `CLOUD_METADATA_TOKEN`, `CLOUD_CREDENTIALS` (`none`),
 * `CLOUD_ENDPOINT`, `CLOUD_INSECURE` (`true` or `false`) and `CLOUD_PARENT_ID`. An API of plain gRPC has no domain and no parents.
 * `CLOUD_PROFILE` names a profile, which replaces all of these but the parent.
 *
 * @throws An OptionsError if they contradict each other.
 */
export function optionsFromEnv<Options extends SessionOptions>(
  wiring: SessionWiring,
  options: Partial<Options> = {},
): Options {
  const read = readEnvironment(wiring);
  const profile = read("PROFILE");
  if (profile !== undefined) return readProfile(wiring, profile, options);
  const found: SessionOptions = {
    ...(wiring.kind === "grpc" ? {} : { apiDomain: read("API_DOMAIN"), parentId: read("PARENT_ID") }),
    credentials: options.credentials ?? readCredentials(wiring, read),
    endpoint: read("ENDPOINT"),
    insecure: readInsecure(wiring, read("INSECURE")),
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const set = Object.entries(found).filter(([, value]) => value !== undefined);
  // What is missing is found by the session, with the variable that would set it.
  return Object.fromEntries([...set, ...given]) as Options;
}

/** Reads the profile that a variable names. Variables that a profile replaces are refused beside it. */
function readProfile<Options extends SessionOptions>(
  wiring: SessionWiring,
  profile: string,
  options: Partial<Options>,
): Options {
  const read = readEnvironment(wiring);
  const other = ["API_DOMAIN", "ENDPOINT", "INSECURE", ...sources].find((name) => read(name) !== undefined);
  if (other !== undefined) {
    const [first, second] = [variableName(wiring, "PROFILE"), variableName(wiring, other)];
    throw new OptionsError("OPTION_CONFLICT", `${first} and ${second} are both set; unset one of them`, {
      option: first,
    });
  }
  const parentId = read("PARENT_ID");
  return optionsFromProfile<Options>(wiring, profile, {
    ...(parentId === undefined ? {} : { parentId }),
    ...options,
  });
}

/**
 * The credentials of a session that was given none: those of the environment, which
 * is read when a token is needed, as `fromEnv` reads it. An API of plain gRPC needs none.
 *
 * @throws An OptionsError if `<SESSION>_CREDENTIALS` is not `none`, or a token is set, too.
 */
export function defaultCredentials(wiring: SessionWiring): Credentials {
  const read = readEnvironment(wiring);
  const isStated = sources.some((name) => read(name) !== undefined);
  if (read("CREDENTIALS") !== undefined) return readCredentials(wiring, read) ?? noCredentials();
  if (wiring.kind === "grpc" && !isStated) return noCredentials();
  return {
    description: "the environment",
    async fetchToken(context) {
      const found = readCredentials(wiring, readEnvironment(wiring));
      if (found) return found.fetchToken(context);
      throw new OptionsError("OPTION_MISSING", missingCredentials(wiring), { option: "credentials" });
    },
  };
}

function missingCredentials(wiring: SessionWiring): string {
  const token = variableName(wiring, "TOKEN");
  // An API without a token exchange cannot log a service account in by itself.
  const [how, set] = wiring.tokenExchange
    ? [
        'serviceAccount.fromFile("key.json")',
        `${token}, ${variableName(wiring, "SERVICE_ACCOUNT_FILE")} or ${variableName(wiring, "FEDERATED_TOKEN_FILE")}`,
      ]
    : ["staticToken(token)", token];
  return `${wiring.session} was given no credentials; pass credentials: ${how} or the like (noCredentials() if the server asks for none), set ${set}, or use the login of the command line: ${wiring.session}.fromProfile()`;
}

function readEnvironment(wiring: SessionWiring): (name: string) => string | undefined {
  return (name) => process.env[variableName(wiring, name)] || undefined;
}

function readCredentials(
  wiring: SessionWiring,
  read: (name: string) => string | undefined,
): Credentials | undefined {
  const set = sources.filter((name) => read(name) !== undefined);
  const [first, second] = set.map((name) => variableName(wiring, name));
  if (first === undefined) return undefined;
  if (second !== undefined)
    throw new OptionsError("OPTION_CONFLICT", `${first} and ${second} are both set; unset one of them`, {
      option: first,
    });
  const stated = read("CREDENTIALS");
  if (stated === "none") return noCredentials();
  if (stated !== undefined) throw invalidOption(first, "write none, or unset it");
  const account = read("SERVICE_ACCOUNT_FILE");
  if (account !== undefined) return serviceAccount.fromFile(account);
  const metadata = read("METADATA_TOKEN");
  if (metadata !== undefined) return metadataToken(metadata);
  const federated = read("FEDERATED_TOKEN_FILE");
  return federated === undefined ? environmentToken(first) : federatedToken.fromFile(federated);
}

/** Variables that say who calls, without their prefix. */
const sources = ["TOKEN", "SERVICE_ACCOUNT_FILE", "FEDERATED_TOKEN_FILE", "METADATA_TOKEN", "CREDENTIALS"];

function readInsecure(wiring: SessionWiring, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  throw invalidOption(variableName(wiring, "INSECURE"), `write true or false`);
}
