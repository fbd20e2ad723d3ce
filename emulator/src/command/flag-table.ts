/** The flags of the emulator's command line. */
import { readFileSync } from "node:fs";
import { type LogLevel, logLevels } from "../calls/format-call.js";
import { scenarioNames } from "../faults/scenarios.js";
import type { EmulatorOptions } from "../options/options.js";
import { explained } from "../text/error-text.js";
import { parseDurationMs } from "./duration.js";
import { EmulatorError } from "../text/emulator-error.js";

/** Settings of the command itself. */
export interface CommandSettings {
  /** The access token to print. Random by default. */
  readonly token?: string;
  /** The name of the session class whose environment variables are printed. */
  readonly session?: string;
  /** Print one line of JSON instead of text for people. */
  readonly isJson?: boolean;
  /** Faults and answers by method, in YAML or JSON. */
  readonly script?: string;
  /** Files of YAML documents, whose resources exist from the start. */
  readonly seeds?: readonly string[];
  /** A file of rules, in YAML or JSON. */
  readonly rules?: string;
  /** A module whose default export adds handlers to the emulator. */
  readonly handlers?: string;
  /** The path to write the generated certificate to. */
  readonly certificate?: string;
  /** How calls are written. By default as text if errors go to a terminal, or else not at all. */
  readonly log?: "text" | "json" | "off";
  /** The calls that are written. */
  readonly logLevel?: LogLevel;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
/** The options and settings that flags set. */
export type FlagValues = Mutable<EmulatorOptions> & { readonly command: Mutable<CommandSettings> };

/** A flag: its name, the name of its value, its help, and the function that sets its option. */
export interface Flag {
  readonly name: string;
  /** Empty for a flag without a value. */
  readonly value: string;
  readonly help: string;
  readonly set: (values: FlagValues, value: string) => void;
}

/** Every flag of the command, in the order of its help. */
export const flags: readonly Flag[] = [
  {
    name: "protos",
    value: "DIR",
    help: "directory of .proto files, which buf compiles",
    set: (d, v) => (d.protos = v),
  },
  { name: "image", value: "FILE", help: "output of `buf build -o FILE`", set: (d, v) => (d.image = v) },
  {
    name: "token",
    value: "TOKEN",
    help: "access token to print and accept, to keep it the same in every run; default: a random one",
    set: (d, v) => (d.command.token = v),
  },
  {
    name: "session",
    value: "NAME",
    help: "session class whose variables are printed; default: that of the package, of buf.gen.yaml, or Api",
    set: (d, v) => (d.command.session = parseClassName(v)),
  },
  {
    name: "json",
    value: "",
    help: "print only one line of JSON when the emulator is ready",
    set: (d) => (d.command.isJson = true),
  },
  {
    name: "log",
    value: "text|json|off",
    help: "how to write calls to standard error, one line each; default: text at a terminal, else off",
    set: (d, v) => (d.command.log = parseChoice(v, ["text", "json", "off"])),
  },
  {
    name: "log-level",
    value: "error|info|debug",
    help: "calls to write: those that fail, all (default), or all with headers and requests",
    set: (d, v) => (d.command.logLevel = parseChoice(v, logLevels)),
  },
  {
    name: "port",
    value: "N",
    help: "port for gRPC; default: a free one",
    set: (d, v) => (d.port = parseInteger(v)),
  },
  {
    name: "http-port",
    value: "N",
    help: "port for Connect, gRPC-web and token exchange over HTTP; default: a free one",
    set: (d, v) => (d.httpPort = parseInteger(v)),
  },
  {
    name: "host",
    value: "HOST",
    help: "address to listen on; default: 127.0.0.1",
    set: (d, v) => (d.host = v),
  },
  {
    name: "api-domain",
    value: "DOMAIN",
    help: "domain of the API; default: that of the package, or api.example.com",
    set: (d, v) => (d.apiDomain = v),
  },
  {
    name: "cors",
    value: "ORIGIN",
    help: "allow calls from pages of this origin, such as http://localhost:5173; can be repeated",
    set: (d, v) => (d.cors = [...(d.cors ?? []), v]),
  },
  {
    name: "defaults",
    value: "",
    help: "answer methods that neither the API nor a handler determines with default values; plain gRPC does",
    set: (d) => (d.defaults = true),
  },
  {
    name: "strict",
    value: "",
    help: "answer such methods with UNIMPLEMENTED, also for plain gRPC",
    set: (d) => (d.defaults = false),
  },
  {
    name: "any-authority",
    value: "",
    help: "accept calls of every service at any authority",
    set: (d) => (d.anyAuthority = true),
  },
  {
    name: "idempotency-header",
    value: "NAME",
    help: "header for idempotency keys; default: that of the package, or X-Idempotency-Key",
    set: (d, v) => (d.headers = { ...d.headers, idempotencyKey: v }),
  },
  {
    name: "reset-mask-header",
    value: "NAME",
    help: "header for reset masks; default: that of the package, or X-ResetMask",
    set: (d, v) => (d.headers = { ...d.headers, resetMask: v }),
  },
  {
    name: "operation-delay",
    value: "TIME",
    help: "how long operations run, such as 500ms or 3s; default: 0",
    set: (d, v) => (d.operationDelayMs = parseDurationMs(v)),
  },
  {
    name: "conflict",
    value: "refuse|abort",
    help: "if operations on one resource overlap: refuse the newer (default) or abort the older",
    set: (d, v) => (d.conflict = parseChoice(v, ["refuse", "abort"])),
  },
  {
    name: "never-null",
    value: "FIELD",
    help: "structure that an Update never clears as a whole, such as spec; can be repeated",
    set: (d, v) => (d.neverNull = [...(d.neverNull ?? []), v]),
  },
  {
    name: "validate",
    value: "merged|request|off",
    help: "requests to validate: Updates as the resulting resource (default), all requests as sent, or none; needs @bufbuild/protovalidate",
    set: (d, v) => (d.validate = parseChoice(v, ["merged", "request", "off"])),
  },
  {
    name: "retention",
    value: "TIME",
    help: "how long operations are retained after they are done; default: forever",
    set: (d, v) => (d.retentionMs = parseDurationMs(v)),
  },
  {
    name: "token-lifetime",
    value: "TIME",
    help: "how long access tokens are valid; default: 12h",
    set: (d, v) => (d.tokenLifetimeMs = parseDurationMs(v)),
  },
  {
    name: "fault",
    value: "RATE",
    help: "fraction of calls that fail, 0 to 1: half before they take effect, half because the response is lost",
    set: (d, v) => (d.faultRate = parseFraction(v)),
  },
  {
    name: "scenario",
    value: "NAME",
    help: `${scenarioNames.join(", ")}; can be repeated`,
    set: (d, v) => (d.scenarios = [...(d.scenarios ?? []), parseChoice(v, scenarioNames)]),
  },
  {
    name: "rules",
    value: "FILE",
    help: "YAML or JSON file with rules that deny calls and limit resources; read again when it changes",
    set: (d, v) => (d.command.rules = v),
  },
  {
    name: "seed",
    value: "FILE",
    help: "YAML documents of resources that exist from the start; can be repeated",
    set: (d, v) => (d.command.seeds = [...(d.command.seeds ?? []), v]),
  },
  {
    name: "script",
    value: "FILE",
    help: "YAML or JSON file with faults and answers for methods; read again when it changes",
    set: (d, v) => (d.command.script = v),
  },
  {
    name: "handlers",
    value: "FILE",
    help: "module whose default export is called with the emulator and adds handlers; read again when it changes",
    set: (d, v) => (d.command.handlers = v),
  },
  {
    name: "tls",
    value: "FILE",
    help: "use TLS, and write the generated certificate, which clients must trust, to FILE",
    set: (d, v) => {
      d.tls = "generate";
      d.command.certificate = v;
    },
  },
  {
    name: "state",
    value: "FILE",
    help: "keep resources, operations and tokens in FILE across restarts, with journals next to it",
    set: (d, v) => (d.stateFile = v),
  },
  {
    name: "service-account",
    value: "ID:KEY_ID:FILE",
    help: "service account and the file with its public key in PEM; can be repeated",
    set: (d, v) => (d.serviceAccounts = [...(d.serviceAccounts ?? []), parseServiceAccount(v)]),
  },
];

function parseClassName(text: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(text))
    throw new EmulatorError("OPTION_INVALID", `${JSON.stringify(text)} is not the name of a class`);
  return text;
}

function parseInteger(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new EmulatorError("OPTION_INVALID", `${JSON.stringify(text)} is not a whole number`);
  return Number(text);
}

function parseFraction(text: string): number {
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 1))
    throw new EmulatorError("OPTION_INVALID", `${JSON.stringify(text)} is not a number from 0 to 1`);
  return value;
}

function parseChoice<Name extends string>(text: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === text);
  if (found === undefined)
    throw new EmulatorError("OPTION_INVALID", `${JSON.stringify(text)} is not one of ${names.join(", ")}`);
  return found;
}

function parseServiceAccount(text: string): { id: string; keyId: string; publicKeyPem: string } {
  const [, id, keyId, file] = /^([^:]+):([^:]+):(.+)$/s.exec(text) ?? [];
  if (id === undefined || keyId === undefined || file === undefined)
    throw new EmulatorError("OPTION_INVALID", "must have the form ID:KEY_ID:FILE");
  const read = () => readFileSync(file, "utf8");
  return { id, keyId, publicKeyPem: explained("FILE_UNREADABLE", `the key ${file} cannot be read`, read) };
}
