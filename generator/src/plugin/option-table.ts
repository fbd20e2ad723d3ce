import { isAbsolute } from "node:path";
import { npmNamePattern } from "../kit/text/npm-name.js";

/** One option of the plugin, as `--help` and docs/generator.md show it. */
export interface OptionRow<Name extends string = OptionName> {
  readonly name: Name;
  /** What values are, to be read after "is not". */
  readonly values: string;
  readonly pattern: RegExp;
  /** All values, where they can be listed. */
  readonly choices?: readonly string[];
  /** What is wrong with some values in particular, to be read after the value. */
  readonly faults?: readonly (readonly [pattern: RegExp, what: string])[];
  /** Value where the option is not given; undefined for none. */
  readonly default?: string;
  readonly example: string;
  /** What it does, in one line. */
  readonly help: string;
}

/** Not one of the globals that the session module needs. */
const className = /^(?!(Promise|Partial)$)[A-Z][A-Za-z0-9_]*$/;
const version =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z.-]+)?$/;
const dnsName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** What gRPC can carry as text, and no header that means something to gRPC or HTTP. */
const headerName =
  /^(?!(grpc-.*|.*-bin|authorization|connection|content-.*|host|te|trailer|transfer-encoding|upgrade|user-agent)$)[a-z0-9][a-z0-9_.-]{0,99}$/i;
const protoName = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;
const namePatterns = /^[A-Za-z_*][A-Za-z0-9_.*]*(\+[A-Za-z_*][A-Za-z0-9_.*]*)*$/;

const flag = { values: "true or false", pattern: /^(true|false)$/, choices: ["true", "false"] } as const;

const rows = [
  {
    name: "package_name",
    values: "an npm package name",
    pattern: npmNamePattern,
    example: "@acme/cloud",
    help: "writes a whole package of this name: package.json, README and what builds it (tsconfig.json, bundle.js) beside the sources",
  },
  {
    name: "package_version",
    values: "a version",
    pattern: version,
    default: "0.1.0",
    example: "1.2.3",
    help: "version of that package, unless package_json says it; also named in the user agent",
  },
  {
    name: "package_json",
    values: "a path to a .json file",
    pattern: /^[^,]{0,300}\.json$/,
    example: "sdk.package.json",
    help: "file with more of that package's package.json: version, license, repository, author, keywords, publishConfig",
  },
  {
    name: "session_name",
    values: "a class name that the language leaves free",
    pattern: className,
    default: "Api",
    faults: [
      [/^(Promise|Partial)$/, "is a name that the generated code needs for itself"],
      [/[^A-Za-z0-9_]/, "holds something else than letters, digits and _"],
      [/^[^A-Z]/, "does not begin with a capital, as the name of a class does"],
    ],
    example: "Cloud",
    help: "name of the session class; options and errors are called after it (CloudOptions, CloudError)",
  },
  {
    name: "api_domain",
    values: "a domain name",
    pattern: dnsName,
    example: "api.example.com",
    help: "domain that sessions call unless they name another",
  },
  {
    name: "keepalive_ms",
    values: "milliseconds, 1000 or more, or false",
    pattern: /^(false|[1-9]\d{3,8})$/,
    default: "20000",
    example: "60000",
    help: "silence under calls after which sessions ask the server for a sign of life; false for never",
  },
  {
    name: "strip_prefix",
    values: "a start of package names",
    pattern: protoName,
    example: "acme",
    help: "leaves this start of package names out of paths: acme.compute.v1 becomes compute/v1",
  },
  {
    name: "import_extension",
    values: "one of .js, .ts, none",
    pattern: /^(\.js|\.ts|none)$/,
    choices: [".js", ".ts", "none"],
    default: ".js",
    example: ".ts",
    help: "what relative imports end in",
  },
  {
    name: "runtime",
    values: "a package name",
    pattern: npmNamePattern,
    default: "@stratus/runtime",
    example: "@acme/stratus-runtime",
    help: "runtime package that the generated code imports",
  },
  {
    name: "service_name_option",
    values: "a simple option name",
    pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
    default: "api_service_name",
    example: "endpoint_name",
    help: "string option of services that names their endpoint",
  },
  {
    name: "idempotency_header",
    values: "a header name that is free, or none",
    pattern: headerName,
    default: "X-Idempotency-Key",
    example: "X-Request-Key",
    help: "header of idempotency keys; if given, all services promise them; none: no service does",
  },
  {
    name: "reset_mask_header",
    values: "a header name that is free",
    pattern: headerName,
    default: "X-ResetMask",
    example: "X-Update-Mask",
    help: "header that carries the reset mask of an update",
  },
  {
    name: "service_yaml",
    values: "paths to .yaml files, with + between",
    pattern: /^[^,+]+\.ya?ml(\+[^,+]+\.ya?ml)*$/,
    example: "acme_v1.yaml",
    help: "YAML of the services (google.api.Service): which fields clients fill in, where mixins are called",
  },
  {
    name: "grpc_service_config",
    values: "paths to .json files, with + between",
    pattern: /^[^,+]+\.json(\+[^,+]+\.json)*$/,
    example: "acme_grpc_service_config.json",
    help: "gRPC service configurations: time and retries of the methods, as their API has them",
  },
  {
    name: "services",
    values: "a list of service names, with + between and * for any part",
    pattern: namePatterns,
    example: "acme.compute.v1.*",
    help: "writes clients for these services only, and the files they need",
  },
  {
    name: "exclude",
    values: "a list of service names, with + between and * for any part",
    pattern: namePatterns,
    example: "acme.*.v1alpha.*",
    help: "writes no clients for these services",
  },
  {
    name: "server",
    ...flag,
    default: "false",
    example: "true",
    help: "writes a typed server interface for each service, in entry points of their own",
  },
  {
    name: "codec",
    values: "one of stratus, ts-proto, none",
    pattern: /^(stratus|ts-proto|none)$/,
    choices: ["stratus", "ts-proto", "none"],
    default: "stratus",
    example: "none",
    help: "what encodes messages: our own code, ts-proto if it is installed, or none, which leaves out clients too",
  },
  {
    name: "clients",
    ...flag,
    default: "true",
    example: "false",
    help: "writes clients, a session and servers; with false there are messages with their codecs alone",
  },
  {
    name: "json_types",
    ...flag,
    default: "false",
    example: "true",
    help: "writes a type of the JSON of each message and enum, which toJson and fromJson then have",
  },
  {
    name: "docs",
    ...flag,
    default: "false",
    example: "true",
    help: "writes the documentation of the package: a page for each service, its types, llms.txt",
  },
  {
    name: "example",
    values: "a service",
    pattern: protoName,
    example: "acme.compute.v1.InstanceService",
    help: "shows this service in README; default: the one of a stable package that shows most",
  },
  {
    name: "guide",
    ...flag,
    default: "false",
    example: "true",
    help: "writes the API in words as data, in the entry ./guide, for command lines, agents and other tools",
  },
  {
    name: "since",
    values: "a path to a .json file",
    pattern: /^[^,]{1,300}\.json$/,
    example: "sdk/.stratus-since.json",
    help: "file that stratus release keeps: docs and guide say since which version things are there",
  },
  {
    name: "api_page",
    ...flag,
    default: "false",
    example: "true",
    help: "writes api.md: all that programs import, and its types, on one page for reviews",
  },
  {
    name: "required",
    values: "types or docs",
    pattern: /^(types|docs)$/,
    choices: ["types", "docs"],
    example: "docs",
    help: "says what is required in the types of calls, or in comments alone; types where a version is stable",
  },
  {
    name: "partial",
    values: "allow",
    pattern: /^allow$/,
    example: "allow",
    help: "accepts a request that leaves out files of the API",
  },
  {
    name: "unrouted",
    values: "allow",
    pattern: /^allow$/,
    example: "allow",
    help: "accepts services without an endpoint; their clients ask for one",
  },
  {
    name: "verify",
    ...flag,
    default: "false",
    example: "true",
    help: "checks that no text of the protos became code; takes four to five times as long",
  },
] as const satisfies readonly OptionRow<string>[];

/** Names of the plugin's options. */
export type OptionName = (typeof rows)[number]["name"];

/** Every option, in the order in which they are explained. */
export const optionTable: readonly OptionRow[] = rows;

/** What an option is where it is not given; undefined for nothing. */
export function defaultOf(name: OptionName): string | undefined {
  return optionTable.find((row) => row.name === name)?.default;
}

/** Whether a text can be the value of an option. */
export function isValueOf(name: OptionName, text: string): boolean {
  return optionTable.find((row) => row.name === name)?.pattern.test(text) ?? false;
}

/** Options that change no output, or whose files are nothing to one who has the output. */
const unrecorded: readonly OptionName[] = ["package_json", "since", "verify"];

/** The value tells where a file is on one machine, which is nobody else's business. */
function isOfOneMachine(name: OptionName, value: string): boolean {
  const isPath = name === "service_yaml" || name === "grpc_service_config";
  return isPath && value.split("+").some((path) => isAbsolute(path) || /^[a-z]:/i.test(path));
}

/** The options as pairs with commas between them, in the order of their names, so that another order changes no byte. */
export function recordText(values: ReadonlyMap<OptionName, string>): string {
  const pairs = [...values].filter(
    ([name, value]) => !unrecorded.includes(name) && !isOfOneMachine(name, value),
  );
  return pairs
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(",");
}
