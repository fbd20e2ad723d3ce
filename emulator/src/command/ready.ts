import { resolve } from "node:path";
import type { Emulator } from "../emulator.js";
import type { CommandSettings } from "./flag-table.js";
import { consoleUrl, reachable, serviceRows } from "./start-up-table.js";
import { templateSession } from "./template-session.js";

/** Name of the session's class where nobody says another, as `protoc-gen-stratus` has it. */
const usualSession = "Api";

/**
 * The environment variables by which a session of the SDK finds the emulator,
 * those that its `fromEnv` reads.
 */
export function listVariables(
  emulator: Emulator,
  token: string,
  { session, certificate }: CommandSettings,
): Readonly<Record<string, string>> {
  const prefix = environmentPrefix(session ?? emulator.sdk?.session ?? templateSession(".") ?? usualSession);
  const isSecure = emulator.certificatePem !== undefined;
  const isPlain = emulator.api.kind === "grpc";
  const hasDomain = isPlain || emulator.sdk?.apiDomain === emulator.apiDomain;
  return {
    ...(isPlain ? {} : { [`${prefix}_TOKEN`]: token }),
    [`${prefix}_ENDPOINT`]: reachable(emulator.address),
    ...(isSecure ? {} : { [`${prefix}_INSECURE`]: "true" }),
    ...(hasDomain ? {} : { [`${prefix}_API_DOMAIN`]: emulator.apiDomain }),
    ...(isSecure && certificate !== undefined ? { NODE_EXTRA_CA_CERTS: resolve(certificate) } : {}),
  };
}

/** The variables as a line for a shell. */
export function exportLine(environment: Readonly<Record<string, string>>): string {
  const parts = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)}`);
  return `export ${parts.join(" ")}`;
}

/**
 * Returns a line for TypeScript, for the command line and for agents, which use the emulator where its variables are set. Returns
 * none if the API does not come from a generated package.
 *
 * @param given the package as it was given: its name, or its folder
 */
export function pasteLines({ sdk }: Emulator, given: unknown): readonly string[] {
  if (sdk === undefined) return [];
  const { name } = sdk.sdk;
  const place = typeof given === "string" ? quoted(given) : name;
  return [
    `TypeScript  import { ${sdk.session} } from "${name}"; const session = ${sdk.session}.fromEnv();`,
    `CLI         npx @stratus/cli ${place}`,
    `MCP         npx @stratus/mcp ${place}`,
  ];
}

/** Formats everything that a parent process needs to use the emulator, as one line of JSON. */
export function readyJson(emulator: Emulator, token: string, settings: CommandSettings): string {
  return JSON.stringify({
    endpoint: reachable(emulator.address),
    apiDomain: emulator.apiDomain,
    authUrl: emulator.authUrl,
    webUrl: emulator.webUrl,
    token,
    consoleUrl: consoleUrl(emulator),
    controlUrl: `${reachable(emulator.webUrl)}/_emulator/`,
    ...(emulator.controlToken === undefined ? {} : { controlToken: emulator.controlToken }),
    ...(settings.certificate === undefined ? {} : { certificate: resolve(settings.certificate) }),
    environment: listVariables(emulator, token, settings),
    services: serviceRows(emulator).map(({ service, endpoint, missing }) => ({
      name: service,
      endpoint,
      needsHandler: missing,
    })),
  });
}

/** As sessions have it: the variables of `AcmeCloud` begin with `ACME_CLOUD`. */
function environmentPrefix(session: string): string {
  return session.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
}

function quoted(value: string): string {
  return /^[\w.,:/@%+=~-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
