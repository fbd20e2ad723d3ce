/**
 * `@stratus/cli`: a CLI for any package that protoc-gen-stratus or `stratus openapi` has generated. It calls the package by
 * its guide. A branded CLI is a separate package that calls `runCommandLine`.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { processHost } from "./host/process-host.js";
import type { CommandExample } from "./help/example-line.js";
import { runCommand } from "./main.js";
import { shellQuote } from "./text/shell-quote.js";
import { findSdk, type Settings, UsageError } from "@stratus/dynamic-client";

export type { Settings } from "@stratus/dynamic-client";
export { plausibleText } from "./help/plausible-text.js";
export type { CommandExample } from "./help/example-line.js";

/** The options of a branded CLI. */
export interface CommandLineOptions {
  /** The command as users type it, such as `acme`. */
  readonly name: string;
  /** The version of the CLI. */
  readonly version: string;
  /** The name of the SDK package. */
  readonly sdk: string;
  /** The folder from which the SDK is resolved. Default: the working folder. */
  readonly from?: string | undefined;
  /** Default settings, which flags, environment variables and profiles override. Default: none. */
  readonly defaults?: Settings | undefined;
}

/**
 * Runs a branded CLI with the arguments of this process.
 *
 * @returns the exit code: 0 success, 1 rejected by the server, 2 invalid command, 3 no valid credentials, 4 not found, 5
 *   conflict, 6 failed operation, 7 unavailable or timed out, 130 Ctrl-C
 */
export async function runCommandLine(options: CommandLineOptions): Promise<number> {
  const { name, version, sdk, defaults, from } = options;
  const host = processHost(name, `${name}/${version}`);
  return runCommand({ sdk, version, defaults, from }, process.argv.slice(2), host);
}

/**
 * Returns a sample command for each method of an SDK, by the full name of the method: `svc.compute.v1.DiskService/Get`.
 * Sites of documentation show them.
 *
 * @param sdk a folder, or the name of a package that is installed in the working folder
 * @param command the command as users type it, such as `acme`
 */
export async function exampleCommands(
  sdk: string,
  command: string,
): Promise<ReadonlyMap<string, CommandExample>> {
  const [found, { exampleCommand }, { commandOf }] = await Promise.all([
    findSdk(sdk, resolve(".")),
    import("./help/example-line.js"),
    import("./help/help.js"),
  ]);
  const examples = new Map<string, CommandExample>();
  for (const entry of found.guide.services) {
    const service = await found.service(entry);
    for (const method of service.guide.methods)
      examples.set(
        `${entry.name}/${method.rpc}`,
        exampleCommand(service, method, commandOf(service, method, command)),
      );
  }
  return examples;
}

/** Runs `stratus-cli`. The first argument names the SDK. */
export async function runProcess(): Promise<number> {
  const [sdk, ...argv] = process.argv.slice(2);
  const version = ownVersion();
  const command = "npx @stratus/cli";
  if (sdk === "--version" || sdk === "-v") {
    process.stdout.write(`${command} ${version}\n`);
    return 0;
  }
  if (sdk === undefined || sdk.startsWith("-")) {
    const isHelp = sdk === "--help" || sdk === "-h";
    const text = `${command} PACKAGE COMMAND [--flags]\n${command} init PACKAGE --name NAME [--out FOLDER]\n\nPACKAGE is the name of a generated package that is installed here, or the path of its folder.\n\nExamples:\n  ${command} ./sdk --help\n  ${command} init ./sdk --name acme\n`;
    (isHelp ? process.stdout : process.stderr).write(text);
    return isHelp ? 0 : 2;
  }
  if (sdk === "init") return runInit(argv, version);
  const host = processHost(`${command} ${sdk}`, `stratus-cli/${version}`);
  return runCommand({ sdk, version }, argv, host);
}

async function runInit(argv: readonly string[], version: string): Promise<number> {
  const host = processHost("npx @stratus/cli init", `stratus-cli/${version}`);
  try {
    const { parseArgs } = await import("node:util");
    const options = {
      name: { type: "string" },
      out: { type: "string" },
      help: { type: "boolean", short: "h" },
    } as const;
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const [sdk, ...others] = positionals;
    const { name } = values;
    if (values.help) {
      await host.out(initHelp);
      return 0;
    }
    if (sdk === undefined || name === undefined || others.length > 0)
      throw new UsageError(
        "ARGUMENT_MISSING",
        "usage: npx @stratus/cli init PACKAGE --name NAME [--out FOLDER]",
      );
    const { writeBranded } = await import("./init/branded-package.js");
    const folder = values.out ?? `${name}-cli`;
    const files = writeBranded({ name, sdk: await findSdk(sdk, host.folder), version }, folder);
    await host.out(files.map((one) => `${folder}/${one}\n`).join(""));
    const place = shellQuote(folder.startsWith("/") ? folder : `./${folder}`);
    host.say(
      `\nThe command ${name} is in ${resolve(host.folder, folder)}. To install it: npm install --global ${place}\n`,
    );
    return 0;
  } catch (error) {
    const { reportError } = await import("./output/report-error.js");
    return await reportError(error, host, false);
  }
}

const initHelp = `npx @stratus/cli init PACKAGE --name NAME [--out FOLDER]

Writes the package of a command of your own, which calls the API of PACKAGE.

Flags:
  --name NAME   the command as users type it
  --out FOLDER  the folder to write to; default: NAME-cli

Example:
  npx @stratus/cli init ./sdk --name acme
`;

function ownVersion(): string {
  const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return String((JSON.parse(manifest) as { readonly version?: unknown }).version);
}
