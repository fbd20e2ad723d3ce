import { parseArgs } from "node:util";
import {
  isBooleanSetting,
  kebabCase,
  parseSetting,
  type Settings,
  settingDescriptions,
  UsageError,
} from "@stratus/dynamic-client";
import { type Class, classes } from "./methods/access.js";
import type { Confirm } from "./tools/confirm.js";

/** A command line, read. */
export interface Command {
  readonly allow: readonly Class[];
  readonly allowMethods: readonly string[];
  readonly denyMethods: readonly string[];
  readonly services: readonly string[];
  readonly strict: boolean;
  readonly confirm: Confirm;
  readonly maxCalls: number | undefined;
  readonly maxChanges: number | undefined;
  readonly rate: number | undefined;
  /** Where HTTP is served; undefined for standard streams. */
  readonly http: string | undefined;
  readonly tokenFile: string | undefined;
  readonly log: string | undefined;
  readonly profile: string | undefined;
  /** Settings that flags give. */
  readonly settings: Settings;
}

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const serverFlags = {
  allow: texts,
  "allow-method": texts,
  "deny-method": texts,
  services: texts,
  strict: { type: "boolean" },
  confirm: text,
  "max-calls": text,
  "max-changes": text,
  rate: text,
  http: text,
  "token-file": text,
  log: text,
  profile: text,
} as const;

/** Settings that are flags. Another flag has the name of the file of a token, which is a variable or in a profile. */
const settingFlags = Object.keys(settingDescriptions)
  .filter((key) => !["tokenFile", "output", "completeNames"].includes(key))
  .map((key) => ({
    key: key as keyof Settings,
    flag: kebabCase(key),
  }));

/** The text of `--help`. */
export const help = `npx @stratus/mcp PACKAGE [--flags]
npx @stratus/mcp init PACKAGE --name NAME [--out FOLDER]

An MCP server of a generated package that is installed here, or of the path of its folder. It reads, and nothing else,
unless it is told otherwise.

  --services PATTERN      services it knows: 'compute/*'; may be repeated
  --allow CLASSES         what it may do beside reads: create,change,destroy
  --allow-method NAME     a method it may call whatever it does: compute/instance/stop; may be repeated
  --deny-method NAME      a method it may not call; may be repeated
  --strict                methods that nothing but their name says to be reads need --allow-method
  --confirm WHEN          ask the person through the client: never, destroy (default), all
  --max-calls N           calls of the API in all
  --max-changes N         changes in all
  --rate N                calls in a minute (300)
  --http ADDRESS          serve HTTP on loopback: 127.0.0.1:4000
  --token-file FILE       token of 256 bits that callers by HTTP must have; else one is made and printed once
  --log FILE              file for the log of lines; else standard error
  --profile NAME          profile of the command line to use

Settings of the API, as those of @stratus/cli: ${settingFlags.map(({ flag }) => `--${flag}`).join(", ")}.
`;

/** Reads the flags behind the package. @throws A UsageError for what they do not mean. */
export function readCommand(argv: readonly string[]): Command {
  const values = parse(argv);
  const list = (name: string): readonly string[] => (values[name] as readonly string[] | undefined) ?? [];
  const one = (name: string): string | undefined => values[name] as string | undefined;
  const confirm = one("confirm") ?? "destroy";
  if (confirm !== "all" && confirm !== "destroy" && confirm !== "never")
    throw new UsageError("--confirm takes never, destroy or all");
  const settings = settingFlags.flatMap(({ key, flag }) => {
    const given = values[flag];
    return given === undefined ? [] : [[key, parseSetting(key, String(given), `--${flag}`)]];
  });
  return {
    allow: [
      ...new Set(
        list("allow")
          .flatMap((some) => some.split(","))
          .map(readClass),
      ),
    ],
    allowMethods: list("allow-method"),
    denyMethods: list("deny-method"),
    services: list("services"),
    strict: values["strict"] === true,
    confirm,
    maxCalls: count(one("max-calls"), "--max-calls"),
    maxChanges: count(one("max-changes"), "--max-changes"),
    rate: count(one("rate"), "--rate"),
    http: one("http"),
    tokenFile: one("token-file"),
    log: one("log"),
    profile: one("profile"),
    settings: Object.fromEntries(settings) as Settings,
  };
}

function parse(argv: readonly string[]): Readonly<Record<string, unknown>> {
  const ofSettings = settingFlags.map(
    ({ key, flag }) => [flag, { type: isBooleanSetting(key) ? "boolean" : "string" }] as const,
  );
  try {
    return parseArgs({
      args: [...argv],
      options: { ...Object.fromEntries(ofSettings), ...serverFlags },
      strict: true,
    }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}; see --help`);
  }
}

function readClass(name: string): Class {
  const found = classes.find((one) => one === name);
  if (found) return found;
  throw new UsageError(`--allow ${name}: there are ${classes.join(", ")}`);
}

function count(given: string | undefined, flag: string): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new UsageError(`${flag} takes a whole number`);
}
