import type { Api, Wiring } from "../model/api.js";
import type { Options } from "../options.js";
import {
  code,
  identifier,
  joined,
  json,
  member,
  ModuleImports,
  objectOf,
  string,
  type Code,
} from "../code/code.js";
import type { Page } from "../render/page.js";
import type { Layout } from "./modules.js";

/** What the template of the session module needs. */
export type SessionView = {
  readonly imports: readonly Code[];
  readonly wiring: WiringView;
  readonly options: Code;
  readonly baseOptions: Code;
  readonly session: Code;
  readonly baseSession: Code;
  /** A session can do without options. */
  readonly hasDefaults: boolean;
  readonly optionsFromEnv: Code;
  readonly error: Code;
  readonly errorText: Code;
  /** `CallError<ServiceError>` */
  readonly errorType: Code;
  /** `CallErrorClass<ServiceError>` */
  readonly errorClass: Code;
  readonly callErrorClass: Code;
};

/** What a session is told of the API. */
type WiringView = {
  readonly type: Code;
  readonly sdkName: Code;
  readonly sdkVersion: Code;
  readonly session: Code;
  /** A string, or `undefined`. */
  readonly apiDomain: Code;
  readonly hasOwnHosts: boolean;
  /** Milliseconds, or `false`, where it is not the usual time. */
  readonly keepaliveMs: Code | false;
  /** Names of headers that are not the usual ones. */
  readonly headers: Code | false;
  readonly serviceErrors: readonly Code[];
  readonly tokenExchange: ExchangeView | false;
};

/** The rpc that gives tokens, in a module that is loaded when one is needed. */
type ExchangeView = {
  readonly module: Code;
  readonly methods: Code;
  readonly method: Code;
};

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
export function sessionPage({ wiring }: Api, options: Options, layout: Layout): Page<SessionView> {
  const names = sessionNames(options);
  const imports = new ModuleImports("session", { ...layout, codegen: layout.session }, [
    ...Object.values(names),
    "wiring",
  ]);
  const parts = { wiring: wiringView(wiring, options, imports), ...classParts(wiring, options, imports) };
  return {
    path: `${layout.root}session.ts`,
    template: "sdk/src/session.ts",
    view: { imports: imports.lines(), ...parts },
  };
}

function wiringView(
  { serviceErrors, tokenExchange, hasOwnHosts }: Wiring,
  options: Options,
  imports: ModuleImports,
): WiringView {
  const headers = headerNames(options);
  return {
    type: imports.runtimeType("SessionWiring"),
    sdkName: string(options.packageName ?? options.sessionName),
    sdkVersion: string(options.packageVersion),
    session: string(options.sessionName),
    apiDomain: options.apiDomain === undefined ? code`undefined` : string(options.apiDomain),
    hasOwnHosts,
    keepaliveMs: options.keepaliveMs !== undefined && json(options.keepaliveMs),
    headers: headers.length > 0 && objectOf(headers),
    serviceErrors: serviceErrors.map((error) => imports.value(error.type)),
    tokenExchange: tokenExchange !== undefined && {
      module: string(imports.path(tokenExchange.methods)),
      methods: member(tokenExchange.methods.name),
      method: member(tokenExchange.local),
    },
  };
}

/** The session, its options and its error, and what of the runtime they stand on. */
function classParts(
  { serviceErrors, hasOwnHosts }: Wiring,
  options: Options,
  imports: ModuleImports,
): Omit<SessionView, "imports" | "wiring"> {
  const names = sessionNames(options);
  const types = serviceErrors.map(({ type }) => imports.type(type));
  const carried = types.length > 0 ? joined(types, " | ") : code`unknown`;
  return {
    options: identifier(names.options),
    baseOptions: imports.runtimeType("SessionOptions"),
    session: identifier(names.session),
    baseSession: imports.runtimeValue("Session"),
    hasDefaults: options.apiDomain !== undefined || hasOwnHosts,
    optionsFromEnv: imports.runtimeValue("optionsFromEnv"),
    error: identifier(names.error),
    errorText: string(names.error),
    errorType: code`${imports.runtimeType("CallError")}<${carried}>`,
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
