/**
 * `@stratus/mcp`: an MCP server for any package that protoc-gen-stratus or `stratus openapi` has generated. It calls the
 * package by its guide, and it only makes changes that were planned first and approved by a person. A branded server is a
 * separate package that calls `runServer`.
 *
 * @module
 */
import { appendFileSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { McpServer } from "@modelcontextprotocol/server";
import {
  findSdk,
  Profiles,
  safeText,
  type Settings,
  resolveSettings,
  UsageError,
} from "@stratus/dynamic-client";
import { Api } from "./calls/api.js";
import { missingAddress, missingLogin } from "./calls/configuration.js";
import { help, readCommand } from "./command.js";
import { countAccess, explainAccess } from "./calls/explain.js";
import { readSynonyms, type Synonyms } from "./methods/synonyms.js";
import { Approvals } from "./plans/approvals.js";
import { Plans } from "./plans/plans.js";
import { Pages } from "./serve/pages.js";
import { makeServer } from "./serve/server.js";

export type { Synonyms } from "./methods/synonyms.js";
export type { Settings } from "@stratus/dynamic-client";

/** The options of a branded server. */
export interface ServerOptions {
  /** The name of the server, such as `acme`. It uses the profiles of the SDK, as a CLI of the SDK does. */
  readonly name: string;
  /** The version of the server. */
  readonly version: string;
  /** The name of the SDK package. */
  readonly sdk: string;
  /** The folder from which the SDK is resolved. Default: the working folder. */
  readonly from?: string | undefined;
  /** Default settings, which flags, environment variables and profiles override. Default: none. */
  readonly defaults?: Settings | undefined;
  /** The API's words for what people call otherwise, for the search: `{ vm: ["instance"] }`. Default: none. */
  readonly synonyms?: Synonyms | undefined;
  /** The command-line arguments. Default: those of this process. */
  readonly argv?: readonly string[] | undefined;
}

/**
 * Serves until the client disconnects or the process receives SIGINT or SIGTERM.
 *
 * @returns the exit code: 0 on success, 1 after an error, 2 if the command line was invalid
 */
export async function runServer(options: ServerOptions): Promise<number> {
  const { argv = process.argv.slice(2) } = options;
  if (argv.includes("--help") || argv.includes("-h")) {
    process.stdout.write(help);
    return 0;
  }
  try {
    await serve(options, argv);
    return 0;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`error: ${safeText(text)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function serve(
  { name: givenName, version, sdk: sdkName, from, defaults = {}, synonyms }: ServerOptions,
  argv: readonly string[],
): Promise<void> {
  const command = readCommand(argv);
  const { env } = process;
  const sdk = await findSdk(sdkName, from ?? process.cwd());
  // The SDK may be named by the path of its folder.
  const name = givenName === sdkName ? sdk.guide.package.name : givenName;
  const profiles = new Profiles(sdk, env);
  const profile = command.profile ?? profiles.selected;
  const resolved = resolveSettings({ sdk, env, given: command.settings, profiles, profile, defaults });
  const { log } = command;
  // Whoever reads it may have gone.
  process.stderr.on("error", () => undefined);
  const writeLog = (line: string): void => {
    try {
      if (log !== undefined) return appendFileSync(log, line, { mode: 0o600 });
    } catch (error) {
      // A change that was made is not told as one that failed, because a disk is full.
      process.stderr.write(`error: --log ${log}: ${error instanceof Error ? error.message : "unknown"}\n`);
    }
    process.stderr.write(line);
  };
  const commandLine = givenName === sdkName ? `npx @stratus/cli ${sdkName}` : name;
  const api = new Api({
    ...command,
    sdk,
    synonyms: { ...synonyms, ...(command.synonyms === undefined ? {} : readSynonyms(command.synonyms)) },
    ...resolved,
    profile,
    commandLine,
    env,
    userAgent: `${name.replace(/[^\w.-]+/g, "-")}-mcp/${version}`,
    writeLog,
  });
  if (command.explain) {
    process.stdout.write(safeText(await explainAccess(api)));
    return;
  }
  const missing = [missingAddress(api), missingLogin(api)].filter((one) => one !== undefined);
  for (const line of [...(await countAccess(api)), ...missing]) process.stderr.write(safeText(`${line}\n`));
  const plans = new Plans(api);
  await using approvals = new Approvals({
    api,
    plans,
    openPage: async (own) => (await import("./serve/approval-page.js")).openApprovalPage(api, own),
    tell: (text) => void process.stderr.write(safeText(text)),
    command: commandLine,
  });
  const dependencies = { api, plans, approvals, confirm: command.confirm, pages: new Pages(sdk) };
  const make = () => makeServer(dependencies, { name, version });
  api.log.add({ event: "start", text: `${sdk.guide.package.name} ${sdk.guide.package.version}` });
  await (command.http === undefined
    ? serveStreams(make)
    : serveHttp(make, command.http, command.httpTokenFile));
  await api.close();
}

async function serveStreams(make: () => McpServer): Promise<void> {
  const { serveOverStdio } = await import("./serve/stdio.js");
  await serveOverStdio(make);
}

async function serveHttp(
  make: () => McpServer,
  address: string,
  tokenFile: string | undefined,
): Promise<void> {
  const [{ serveOverHttp }, { CallerToken, newToken }] = await Promise.all([
    import("./serve/http.js"),
    import("./serve/caller-token.js"),
  ]);
  const made = tokenFile === undefined ? newToken() : undefined;
  const token = made === undefined ? CallerToken.fromFile(tokenFile ?? "") : new CallerToken(made);
  await using serving = await serveOverHttp(make, address, token);
  const text = made === undefined ? "" : `\nAuthorization: Bearer ${made}`;
  process.stderr.write(`Serving at ${serving.url}${text}\n`);
  await new Promise((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
}

async function runInit(argv: readonly string[], version: string): Promise<number> {
  const options = { name: { type: "string" }, out: { type: "string" } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const [sdk, ...others] = positionals;
    const { name } = values;
    if (sdk === undefined || name === undefined || others.length > 0)
      throw new UsageError(
        "ARGUMENT_MISSING",
        "usage: npx @stratus/mcp init PACKAGE --name NAME [--out FOLDER]",
      );
    const { writeBranded } = await import("./init/branded-server.js");
    const folder = values.out ?? `${name}-mcp`;
    const files = writeBranded({ name, sdk: await findSdk(sdk, process.cwd()), version }, folder);
    process.stdout.write(files.map((one) => `${folder}/${one}\n`).join(""));
    return 0;
  } catch (error) {
    process.stderr.write(`error: ${safeText(error instanceof Error ? error.message : String(error))}\n`);
    return 2;
  }
}

/** Runs `stratus-mcp`. The first argument names the SDK. */
export async function runProcess(): Promise<number> {
  const [sdk, ...argv] = process.argv.slice(2);
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  const version = String((JSON.parse(manifest) as { readonly version?: unknown }).version);
  if (sdk === undefined || sdk.startsWith("-")) {
    const isHelp = sdk === "--help" || sdk === "-h";
    (isHelp ? process.stdout : process.stderr).write(help);
    return isHelp ? 0 : 2;
  }
  if (sdk === "init" && argv.some((one) => one === "--help" || one === "-h")) {
    process.stdout.write(help);
    return 0;
  }
  return sdk === "init" ? runInit(argv, version) : runServer({ name: sdk, version, sdk, argv });
}
