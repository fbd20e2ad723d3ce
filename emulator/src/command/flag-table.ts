/**
 * The command line of the emulator: its flags, and what it prints when the
 * emulator has started.
 */
import { readFileSync } from "node:fs";
import type { EmulatorOptions } from "../options/options.js";
import { reasonOf } from "../text/reason.js";
import { parseDurationMs } from "./duration.js";

/** What the command itself does, beside starting an emulator. */
export interface CommandSettings {
  /** The access token that is printed; random by default. */
  readonly token?: string;
  /** Name of the session's class, whose environment variables are printed. */
  readonly session?: string;
  /** Print one line of JSON instead of a text for people. */
  readonly isJson?: boolean;
  /** Faults by method, in JSON. */
  readonly script?: string;
  /** A module whose default export adds handlers to the emulator. */
  readonly handlers?: string;
  /** Where to write the generated certificate. */
  readonly certificate?: string;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
/** Options in the making. */
export type Draft = Mutable<EmulatorOptions> & { readonly command: Mutable<CommandSettings> };

/** A flag: its name, what its value is called, what it does, and how its value becomes options. */
export interface Flag {
  readonly name: string;
  /** Empty for a flag without a value. */
  readonly value: string;
  readonly help: string;
  readonly set: (draft: Draft, value: string) => void;
}

/** Every flag of the command, in the order of its help. */
export const flags: readonly Flag[] = [
  {
    name: "protos",
    value: "DIR",
    help: "directory of protos, compiled with buf",
    set: (d, v) => (d.protos = v),
  },
  { name: "image", value: "FILE", help: "output of `buf build -o FILE`", set: (d, v) => (d.image = v) },
  {
    name: "token",
    value: "TOKEN",
    help: "access token to print and to take, for one that stays the same; a random one by default",
    set: (d, v) => (d.command.token = v),
  },
  {
    name: "session",
    value: "NAME",
    help: "class of the session whose variables are printed; by default that of the package, or else Api",
    set: (d, v) => (d.command.session = className(v)),
  },
  {
    name: "json",
    value: "",
    help: "print one line of JSON when the emulator is ready, and nothing else",
    set: (d) => (d.command.isJson = true),
  },
  {
    name: "port",
    value: "N",
    help: "port for gRPC; a free one by default",
    set: (d, v) => (d.port = whole(v)),
  },
  {
    name: "http-port",
    value: "N",
    help: "port for token exchange by HTTP; a free one by default",
    set: (d, v) => (d.httpPort = whole(v)),
  },
  {
    name: "host",
    value: "HOST",
    help: "address to listen on; 127.0.0.1 by default",
    set: (d, v) => (d.host = v),
  },
  {
    name: "api-domain",
    value: "DOMAIN",
    help: "domain of the API; api.example.com by default",
    set: (d, v) => (d.apiDomain = v),
  },
  {
    name: "any-authority",
    value: "",
    help: "services answer under any authority",
    set: (d) => (d.anyAuthority = true),
  },
  {
    name: "idempotency-header",
    value: "NAME",
    help: "header of idempotency keys; by default that of the package, or else X-Idempotency-Key",
    set: (d, v) => (d.headers = { ...d.headers, idempotencyKey: v }),
  },
  {
    name: "reset-mask-header",
    value: "NAME",
    help: "header of reset masks; by default that of the package, or else X-ResetMask",
    set: (d, v) => (d.headers = { ...d.headers, resetMask: v }),
  },
  {
    name: "operation-delay",
    value: "TIME",
    help: "how long operations run, such as 500ms or 3s; 0 by default",
    set: (d, v) => (d.operationDelayMs = parseDurationMs(v)),
  },
  {
    name: "conflict",
    value: "refuse|abort",
    help: "of parallel operations on one resource, refuse the newer or abort the older",
    set: (d, v) => (d.conflict = oneOf(v, ["refuse", "abort"])),
  },
  {
    name: "never-null",
    value: "FIELD",
    help: "structure, such as spec, that an Update never clears as a whole; may be repeated",
    set: (d, v) => (d.neverNull = [...(d.neverNull ?? []), v]),
  },
  {
    name: "retention",
    value: "TIME",
    help: "how long completed operations are kept; forever by default",
    set: (d, v) => (d.retentionMs = parseDurationMs(v)),
  },
  {
    name: "token-lifetime",
    value: "TIME",
    help: "lifetime of access tokens; 12h by default",
    set: (d, v) => (d.tokenLifetimeMs = parseDurationMs(v)),
  },
  {
    name: "fault",
    value: "RATE",
    help: "part of the attempts that fail, 0 to 1: half before the effect, half with the reply lost",
    set: (d, v) => (d.faultRate = fraction(v)),
  },
  {
    name: "script",
    value: "FILE",
    help: 'faults by method in JSON, such as {"InstanceService/Create": [{"code": "UNAVAILABLE"}]}',
    set: (d, v) => (d.command.script = v),
  },
  {
    name: "handlers",
    value: "FILE",
    help: "module whose default export gets the emulator and adds handlers to it",
    set: (d, v) => (d.command.handlers = v),
  },
  {
    name: "tls",
    value: "FILE",
    help: "speak TLS; the generated certificate, for clients to trust, is written to FILE",
    set: (d, v) => {
      d.tls = "generate";
      d.command.certificate = v;
    },
  },
  {
    name: "state",
    value: "FILE",
    help: "file in which resources, operations and tokens outlive a restart; journals lie beside it",
    set: (d, v) => (d.stateFile = v),
  },
  {
    name: "service-account",
    value: "ID:KEY_ID:FILE",
    help: "service account with a public key in PEM; may be repeated",
    set: (d, v) => (d.serviceAccounts = [...(d.serviceAccounts ?? []), account(v)]),
  },
];

function className(text: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(text))
    throw new Error(`${JSON.stringify(text)} is not the name of a class`);
  return text;
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${JSON.stringify(text)} is not a whole number`);
  return Number(text);
}

function fraction(text: string): number {
  const value = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= 0 && value <= 1)) throw new Error(`${JSON.stringify(text)} is not a number from 0 to 1`);
  return value;
}

function oneOf<Name extends string>(text: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === text);
  if (found === undefined) throw new Error(`${JSON.stringify(text)} is not one of ${names.join(", ")}`);
  return found;
}

function account(text: string): { id: string; keyId: string; publicKeyPem: string } {
  const [, id, keyId, file] = /^([^:]+):([^:]+):(.+)$/s.exec(text) ?? [];
  if (id === undefined || keyId === undefined || file === undefined)
    throw new Error("write it as ID:KEY_ID:FILE");
  return { id, keyId, publicKeyPem: readKey(file) };
}

function readKey(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`the key ${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}
