import type { Api } from "../model/api.js";
import type { Options } from "../options.js";
import { identifier, joined, literal, member, objectOf, string, type Code } from "../code/code.js";
import { ModuleImports, type Layout } from "./modules.js";

/** What the template of the session module needs. */
export interface SessionView {
  readonly imports: readonly Code[];
  readonly session: Code;
  readonly sessionText: Code;
  readonly options: Code;
  readonly error: Code;
  readonly sdkName: Code;
  readonly sdkVersion: Code;
  /** A string, or `undefined`. */
  readonly apiDomain: Code;
  /** A session can do without options. */
  readonly hasDefaults: boolean;
  readonly hasOwnHosts: boolean;
  readonly hasHeaders: boolean;
  /** Names of headers that are not the usual ones. */
  readonly headers: Code;
  readonly serviceErrors: readonly { readonly type: Code; readonly table: Code }[];
  /** Type of the service errors that a failure carries. */
  readonly errorType: Code;
  readonly hasTokenExchange: boolean;
  readonly exchange: { readonly module: Code; readonly methods: Code; readonly method: Code };
}

const door =
  "CallError CallErrorClass Session SessionOptions SessionWiring callErrorClass message optionsFromEnv".split(
    " ",
  );

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
export function sessionView({ wiring }: Api, options: Options, layout: Layout): SessionView {
  const names = sessionNames(options);
  const imports = new ModuleImports("session", layout, [...Object.values(names), "wiring"], door);
  imports.doorValues(
    "Session",
    "callErrorClass",
    "optionsFromEnv",
    ...(wiring.serviceErrors.length > 0 ? ["message"] : []),
  );
  imports.doorTypes("CallError", "CallErrorClass", "SessionOptions", "SessionWiring");
  const { tokenExchange: exchange } = wiring;
  const headers = headerNames(options);
  const serviceErrors = wiring.serviceErrors.map(({ type, table }) => ({
    type: imports.value(type),
    table: imports.value(table),
  }));
  return {
    session: identifier(names.session),
    sessionText: string(names.session),
    options: identifier(names.options),
    error: identifier(names.error),
    sdkName: string(options.packageName ?? names.session),
    sdkVersion: string(options.packageVersion),
    apiDomain: options.apiDomain === undefined ? literal("undefined") : string(options.apiDomain),
    hasDefaults: options.apiDomain !== undefined || wiring.hasOwnHosts,
    hasOwnHosts: wiring.hasOwnHosts,
    hasHeaders: headers.length > 0,
    headers: objectOf(headers),
    serviceErrors,
    errorType:
      serviceErrors.length > 0
        ? joined(
            serviceErrors.map(({ type }) => type),
            " | ",
          )
        : literal("unknown"),
    hasTokenExchange: exchange !== undefined,
    exchange: {
      module: string(exchange ? imports.path(exchange.methods) : ""),
      methods: exchange ? member(exchange.methods.name) : literal(""),
      method: exchange ? member(exchange.local) : literal(""),
    },
    imports: imports.lines(),
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
