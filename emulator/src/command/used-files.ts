/** The files that a running command uses: seeds, and scripts, handlers and rules, which it reads again when they change. */
import { readFile, writeFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Emulator } from "../emulator.js";
import { readScript } from "../faults/parse-script.js";
import type { Rules } from "../policy/policy.js";
import { readOneYaml } from "../documents/read-yaml.js";
import { findMethodName } from "../handlers/method-name.js";
import { EmulatorError } from "../text/emulator-error.js";
import { errorTextWithCode, explained } from "../text/error-text.js";
import type { EmulatorErrorCode } from "../error-codes.js";
import type { CommandSettings } from "./flag-table.js";
import { watchFile } from "./watch-file.js";

/**
 * Uses the files of a command, and watches those that may change. A change that cannot be used is reported, and the former
 * content remains.
 *
 * @returns a function that ends the watches
 * @throws EmulatorError that names the file and what is wrong with it
 */
export async function useFiles(
  emulator: Emulator,
  { certificate, seeds = [], script, handlers, rules }: CommandSettings,
  report: (line: string) => void,
): Promise<() => void> {
  const { certificatePem } = emulator;
  if (certificate !== undefined && certificatePem !== undefined) {
    await explained("FILE_UNREADABLE", `certificate ${certificate} cannot be written`, () =>
      writeFile(certificate, certificatePem),
    );
  }
  for (const seed of seeds) await emulator.seed(seed);
  const watches: (() => void)[] = [];
  for (const [path, load] of [
    [script, (file: string) => loadScript(emulator, file)],
    [handlers, (file: string) => loadHandlers(emulator, file)],
    [rules, (file: string) => loadRules(emulator, file)],
  ] as const) {
    if (path === undefined) continue;
    await load(path);
    const reload = async (): Promise<void> => {
      try {
        await load(path);
        report(`read ${path} again`);
      } catch (error) {
        report(`${errorTextWithCode(error)}; the former content remains in use`);
      }
    };
    watches.push(watchFile(path, () => void reload()));
  }
  return () => watches.forEach((stop) => stop());
}

/** The methods with faults in the script of an emulator. */
const scripted = new WeakMap<Emulator, readonly string[]>();

async function loadScript(emulator: Emulator, path: string): Promise<void> {
  const words = `script ${path}`;
  const { faults, methods } = await explained("FILE_UNREADABLE", words, async () =>
    readScript((await readData(path)) ?? {}),
  );
  await explained("OPTION_INVALID", words, async () => {
    // A wrong name is found before anything changes.
    requireOneEach(emulator, [...faults.keys(), ...methods.keys()]);
    await emulator.handleFrom(path, () => {
      for (const [method, own] of methods) emulator.handleScripted(method, own);
    });
    for (const method of [...(scripted.get(emulator) ?? []), ...faults.keys()]) emulator.clearFaults(method);
    scripted.set(emulator, [...faults.keys()]);
    for (const [method, steps] of faults) emulator.script(method, steps);
  });
}

/** @throws EmulatorError if a name is unknown, or two of them are the same method */
function requireOneEach(emulator: Emulator, given: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const name of given) {
    const method = findMethodName(emulator.api, name);
    const other = seen.get(method);
    if (other !== undefined)
      throw new EmulatorError("OPTION_INVALID", `${other} and ${name} are the same method: write it once`);
    seen.set(method, name);
  }
}

async function loadRules(emulator: Emulator, path: string): Promise<void> {
  await explained("FILE_UNREADABLE", `rules ${path}`, async () =>
    emulator.setRules(((await readData(path)) ?? {}) as Rules),
  );
}

async function readData(path: string): Promise<unknown> {
  const data = readOneYaml(await readFile(path, "utf8"));
  return extname(path) === ".json" ? explained("FILE_UNREADABLE", "it is not JSON", () => data) : data;
}

/** The number of times that modules were loaded. Node.js loads an address only once. */
let loads = 0;

async function loadHandlers(emulator: Emulator, path: string): Promise<void> {
  const words = `handlers ${path}`;
  const code: EmulatorErrorCode = "HANDLER_INVALID";
  const url = pathToFileURL(resolve(path));
  if (loads > 0) url.searchParams.set("load", String(loads));
  loads += 1;
  const module = await explained(
    code,
    `${words} cannot be loaded`,
    async () => (await import(url.href)) as { readonly default?: unknown },
  );
  const { default: add } = module;
  if (typeof add !== "function")
    throw new EmulatorError(code, `${words}: its default export must be a function that takes the emulator`);
  await emulator.handleFrom(path, () => (add as (emulator: Emulator) => unknown)(emulator));
}
