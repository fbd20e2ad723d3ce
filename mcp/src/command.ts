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
import { type Confirm, confirmModes } from "./tools/approval-channel.js";

/** The parsed command line. */
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
  /** The address for HTTP. Undefined for stdio. */
  readonly http: string | undefined;
  /** The file of the token that HTTP callers must send. */
  readonly httpTokenFile: string | undefined;
  /** Whether to list what each flag allows, instead of serving. */
  readonly explain: boolean;
  /** Whether one plan may destroy several resources. */
  readonly allowBulk: readonly "destroy"[];
  /** The JSON file with the API's words for what people call otherwise. */
  readonly synonyms: string | undefined;
  readonly log: string | undefined;
  readonly profile: string | undefined;
  /** The settings of the API that are set by flags. */
  readonly settings: Settings;
}

const text = { type: "string" } as const;
const texts = { type: "string", multiple: true } as const;
const serverFlags = {
  allow: texts,
  "allow-bulk": texts,
  "allow-method": texts,
  "deny-method": texts,
  services: texts,
  strict: { type: "boolean" },
  explain: { type: "boolean" },
  synonyms: text,
  confirm: text,
  "max-calls": text,
  "max-changes": text,
  rate: text,
  http: text,
  "http-token-file": text,
  log: text,
  profile: text,
} as const;

/** The settings that are flags. */
const settingFlags = Object.keys(settingDescriptions)
  .filter((key) => !["output", "completeNames"].includes(key))
  .map((key) => ({
    key: key as keyof Settings,
    flag: kebabCase(key),
  }));

/** The text of `--help`. */
export const help = `npx @stratus/mcp PACKAGE [--flags]
npx @stratus/mcp init PACKAGE --name NAME [--out FOLDER]

Serves a generated package over the Model Context Protocol. PACKAGE is the name of an installed package or the path of its
folder. By default the server only reads.

  --services PATTERN      services to serve, such as 'compute/*'; repeatable; default: all
  --allow CLASSES         changes to allow: create,change,destroy; default: none
  --allow-bulk destroy    let one plan destroy several resources
  --allow-method PATTERN  methods to allow, such as compute/instance/stop or 'issues/*'; repeatable
  --deny-method PATTERN   methods to deny; repeatable
  --strict                require --allow-method for methods that only seem read-only by their name
  --explain               list what each flag allows, and exit
  --synonyms FILE         JSON with more words for the search: {"vm": ["instance"]}
  --confirm WHEN          ask the user: never, destroy, all, or page (all, only on the approval page); default: destroy
  --max-calls N           maximum number of API calls; default: no limit
  --max-changes N         maximum number of changes; default: no limit
  --rate N                maximum API calls per minute; default: 300
  --http ADDRESS          serve over HTTP on a loopback address, such as 127.0.0.1:4000; default: stdio
  --http-token-file FILE  token of 256 bits that HTTP callers must send; default: create one and print it
  --log FILE              log file (JSON lines); default: standard error
  --profile NAME          profile of the CLI to use

The settings of the API are the same as in @stratus/cli: ${settingFlags.map(({ flag }) => `--${flag}`).join(", ")}.
`;

/** Parses the arguments after the package. @throws A UsageError if a flag is unknown or invalid. */
export function readCommand(argv: readonly string[]): Command {
  const values = parse(argv);
  const list = (name: string): readonly string[] => (values[name] as readonly string[] | undefined) ?? [];
  const one = (name: string): string | undefined => values[name] as string | undefined;
  const confirm = confirmModes.find((mode) => mode === (one("confirm") ?? "destroy"));
  if (confirm === undefined)
    throw new UsageError("ARGUMENT_INVALID", "--confirm must be never, destroy, all or page");
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
    httpTokenFile: one("http-token-file"),
    explain: values["explain"] === true,
    allowBulk: list("allow-bulk").map(readBulk),
    synonyms: one("synonyms"),
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
    throw new UsageError(
      "ARGUMENT_INVALID",
      `${error instanceof Error ? error.message : String(error)}; see --help`,
    );
  }
}

function readClass(name: string): Class {
  const found = classes.find((one) => one === name);
  if (found) return found;
  throw new UsageError(
    "NAME_UNKNOWN",
    `--allow ${name} is not a class of methods; the classes are ${classes.join(", ")}`,
  );
}

function readBulk(name: string): "destroy" {
  if (name === "destroy") return name;
  throw new UsageError(
    "ARGUMENT_INVALID",
    "--allow-bulk must be destroy; other plans of several need no flag",
  );
}

function count(given: string | undefined, flag: string): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new UsageError("ARGUMENT_INVALID", `${flag} must be an integer`);
}
