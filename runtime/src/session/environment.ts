import type { Credentials } from "../auth/credentials.js";
import { environmentToken } from "../auth/outside-token.js";
import { serviceAccount } from "../auth/service-account.js";
import { OptionsError } from "../text/options-error.js";
import type { SessionOptions } from "./session-options.js";
import type { SessionWiring } from "../rpc/wiring.js";

/**
 * Options from the environment; those given win. For a session called `Cloud`
 * the variables are `CLOUD_API_DOMAIN`, `CLOUD_TOKEN` or
 * `CLOUD_SERVICE_ACCOUNT_FILE`, `CLOUD_ENDPOINT`, `CLOUD_INSECURE` (`true` or
 * `false`) and `CLOUD_PARENT_ID`.
 *
 * @throws An OptionsError where they contradict each other.
 */
export function optionsFromEnv(wiring: SessionWiring, options: Partial<SessionOptions> = {}): SessionOptions {
  const read = (name: string): string | undefined => process.env[variableOf(wiring, name)] || undefined;
  const found: SessionOptions = {
    apiDomain: read("API_DOMAIN"),
    credentials: options.credentials ?? credentialsOf(wiring, read),
    endpoint: read("ENDPOINT"),
    insecure: insecureOf(wiring, read("INSECURE")),
    parentId: read("PARENT_ID"),
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const set = Object.entries(found).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...set, ...given]);
}

/** The credentials of a session that was given none: the token in its environment variable. */
export function defaultCredentials(wiring: SessionWiring): Credentials {
  const variable = variableOf(wiring, "TOKEN");
  const inner = environmentToken(variable);
  return {
    description: inner.description,
    fetchToken(context) {
      if (process.env[variable]) return inner.fetchToken(context);
      return Promise.reject(
        new Error(
          `it is not set, and ${wiring.session} was given no credentials; pass credentials: serviceAccount.fromFile("key.json") or the like, or set ${variable}`,
        ),
      );
    },
  };
}

/** Name of an environment variable of a session: `Cloud` and `TOKEN` give `CLOUD_TOKEN`. */
export function variableOf({ session }: SessionWiring, name: string): string {
  const prefix = session.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
  return `${prefix}_${name}`;
}

function credentialsOf(
  wiring: SessionWiring,
  read: (name: string) => string | undefined,
): Credentials | undefined {
  const token = read("TOKEN");
  const file = read("SERVICE_ACCOUNT_FILE");
  if (token && file) {
    throw new OptionsError(
      `${variableOf(wiring, "TOKEN")} and ${variableOf(wiring, "SERVICE_ACCOUNT_FILE")} are both set; unset one of them`,
    );
  }
  if (token) return environmentToken(variableOf(wiring, "TOKEN"));
  return file ? serviceAccount.fromFile(file) : undefined;
}

function insecureOf(wiring: SessionWiring, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === "true" || text === "1") return true;
  if (text === "false" || text === "0") return false;
  throw new OptionsError(`${variableOf(wiring, "INSECURE")}: write true or false`);
}
