import type { Api, Wiring } from "../model/api.js";
import type { Options } from "../options.js";
import {
  arrayOf,
  code,
  identifier,
  joined,
  json,
  member,
  ModuleImports,
  objectOf,
  string,
  type Code,
} from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import type { Layout } from "./modules.js";

/** Names that the session module exports; all follow from the session's. */
export interface SessionNames {
  readonly session: string;
  readonly options: string;
  readonly error: string;
}

/** The session, its options and its error by name. */
export function sessionNames({ sessionName }: Pick<Options, "sessionName">): SessionNames {
  return { session: sessionName, options: `${sessionName}Options`, error: `${sessionName}Error` };
}

/** The module `session`. */
export function sessionPage({ wiring }: Api, options: Options, layout: Layout): Page {
  const names = sessionNames(options);
  const imports = new ModuleImports("session", { ...layout, codegen: layout.session }, [
    ...Object.values(names),
    "mock",
    "wiring",
  ]);
  const parts = { wiring: wiringView(wiring, options, imports), ...classParts(wiring, options, imports) };
  return {
    path: `${layout.root}session.ts`,
    template: "sdk/src/session.ts",
    view: { imports: imports.lines(), ...parts },
  };
}

/** Returns the facts about the API that a session needs. */
export function wiringView(
  { kind, serviceErrors, hasUpdates, tokenExchange, hasOwnHosts, scopes }: Wiring,
  options: Options,
  imports: ModuleImports,
) {
  const headers = headerNames(options);
  return {
    type: imports.runtimeType("SessionWiring"),
    sdkName: string(options.packageName ?? options.sessionName),
    sdkVersion: string(options.packageVersion),
    session: string(options.sessionName),
    /** A string, or `undefined`. */
    apiDomain: options.apiDomain === undefined ? code`undefined` : string(options.apiDomain),
    hasOwnHosts,
    isPlain: kind === "grpc",
    /** Milliseconds, or `false`, where it is not the usual time. */
    keepaliveMs: options.keepaliveMs !== undefined && json(options.keepaliveMs),
    /** Names of headers that are not the usual ones. */
    headers: headers.length > 0 && objectOf(headers),
    /** Scopes that the API asks of tokens, if it says any. */
    scopes: scopes.length > 0 && arrayOf(scopes.map((one) => string(one))),
    serviceErrors: arrayOf(serviceErrors.map((error) => imports.value(error.type))),
    /** The function that loads the code of Updates, if the API has any. */
    updates: hasUpdates && imports.runtimeValue("loadUpdates"),
    /** The rpc that gives tokens, in a module that is loaded when one is needed. */
    tokenExchange: tokenExchange !== undefined && {
      module: string(imports.path(tokenExchange.methods)),
      methods: member(tokenExchange.methods.name),
      method: member(tokenExchange.local),
    },
  };
}

/** Returns the session, its options and its error, and the exports of the runtime that they use. */
function classParts({ kind, serviceErrors, hasOwnHosts }: Wiring, options: Options, imports: ModuleImports) {
  const names = sessionNames(options);
  /** A session can do without options. */
  const hasDefaults = options.apiDomain !== undefined || hasOwnHosts;
  return {
    options: identifier(names.options),
    baseOptions: imports.runtimeType(kind === "grpc" ? "PlainSessionOptions" : "SessionOptions"),
    session: identifier(names.session),
    baseSession: imports.runtimeValue("Session"),
    isPlain: kind === "grpc",
    hasDefaults,
    /** The options of a session that needs no domain. */
    socketOptions: !hasDefaults && imports.runtimeType("UnixSocketOptions"),
    optionsFromEnv: imports.runtimeValue("optionsFromEnv"),
    optionsFromProfile: imports.runtimeValue("optionsFromProfile"),
    profileSource: imports.runtimeType("ProfileSource"),
    mockType: imports.runtimeType("Mock"),
    mockFor: imports.runtimeValue("mockFor"),
    ...errorParts(serviceErrors, options, imports),
  };
}

/** The error of the session, and the names of the runtime that it needs. */
export function errorParts(serviceErrors: Wiring["serviceErrors"], options: Options, imports: ModuleImports) {
  const names = sessionNames(options);
  const types = serviceErrors.map(({ type }) => imports.type(type));
  const carried = types.length > 0 ? joined(types, " | ") : code`unknown`;
  return {
    error: identifier(names.error),
    errorText: string(names.error),
    hasServiceErrors: types.length > 0,
    /** `CallError<ServiceError>` */
    errorType: code`${imports.runtimeType("CallError")}<${carried}>`,
    /** `CallErrorClass<ServiceError>` */
    errorClass: code`${imports.runtimeType("CallErrorClass")}<${carried}>`,
    callErrorClass: imports.runtimeValue("callErrorClass"),
  };
}

/** The headers that the API calls differently. */
export function headerNames({
  idempotencyHeader,
  resetMaskHeader,
}: Options): [property: string, name: Code][] {
  return [...header("idempotencyKey", idempotencyHeader), ...header("resetMask", resetMaskHeader)];
}

function header(property: string, name: string | undefined): [string, Code][] {
  return name === undefined ? [] : [[property, string(name)]];
}

/** The start of a session's variables in the environment, as the runtime forms it: `ACME_CLOUD` for AcmeCloud. */
export function variablePrefix(sessionName: string): Code {
  return identifier(sessionName.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase());
}
