import { npmNamePattern } from "../kit/text/npm-name.js";
import { type OptionRow, type OptionsOf, partsOf, textOrNothing } from "./option-row.js";

/** Not one of the globals that the session module needs. */
const className = /^(?!(Promise|Partial)$)[A-Z][A-Za-z0-9_]*$/;
/** A version of npm. */
export const versionPattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z.-]+)?$/;
const dnsName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/** Header names that gRPC sends as text and that have no meaning in gRPC or HTTP. */
const headerName =
  /^(?!(grpc-.*|.*-bin|authorization|connection|content-.*|host|te|trailer|transfer-encoding|upgrade|user-agent)$)[a-z0-9][a-z0-9_.-]{0,99}$/i;
const protoName = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;

const flag = {
  values: "true or false",
  pattern: /^(true|false)$/,
  choices: ["true", "false"],
  default: "false",
  example: "true",
} as const;
const allowance = { values: "allow", pattern: /^allow$/, example: "allow" } as const;
const serviceNames = {
  values: "a list of service names, with + between and * for any part",
  pattern: /^[A-Za-z_*][A-Za-z0-9_.*]*(\+[A-Za-z_*][A-Za-z0-9_.*]*)*$/,
  isNames: true,
} as const;

const rows = {
  package_name: {
    values: "an npm package name",
    pattern: npmNamePattern,
    example: "@acme/cloud",
    help: "writes a whole package of this name: package.json, README and what builds it (tsconfig.json, bundle.js) beside the sources",
    read: ({ value }) => ({ packageName: textOrNothing(value) }),
  },
  package_version: {
    values: "a version",
    pattern: versionPattern,
    default: "0.1.0",
    example: "1.2.3",
    help: "version of that package, unless package_json says it; also named in the user agent",
    read: ({ value, isGiven }) => ({ packageVersion: value, hasPackageVersion: isGiven }),
  },
  package_json: {
    values: "a path to a .json file",
    pattern: /^[^,]{0,300}\.json$/,
    example: "sdk.package.json",
    help: "file with more of that package's package.json: version, license, repository, author, keywords, publishConfig",
    isUnrecorded: true,
    read: ({ value }) => ({ packageJson: textOrNothing(value) }),
  },
  session_name: {
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
    isOfClients: true,
    read: ({ value }) => ({ sessionName: value }),
  },
  api_domain: {
    values: "a domain name",
    pattern: dnsName,
    example: "api.example.com",
    help: "domain that sessions call unless they name another",
    isOfClients: true,
    read: ({ value }) => ({ apiDomain: textOrNothing(value) }),
  },
  keepalive_ms: {
    values: "milliseconds, 1000 or more, or false",
    pattern: /^(false|[1-9]\d{3,8})$/,
    default: "20000",
    example: "60000",
    help: "silence under calls after which sessions ask the server for a sign of life; false for never",
    isOfClients: true,
    read: ({ value, isDefault }) => ({
      /** Silence of the server before a keepalive ping, in milliseconds; false for no pings; undefined for the default. */
      keepaliveMs: isDefault ? undefined : value !== "false" && Number(value),
    }),
  },
  strip_prefix: {
    values: "a start of package names",
    pattern: protoName,
    example: "acme",
    help: "leaves this start of package names out of paths: acme.compute.v1 becomes compute/v1",
    read: ({ value }) => ({ stripPrefix: value }),
  },
  import_extension: {
    values: "one of .js, .ts, none",
    pattern: /^(\.js|\.ts|none)$/,
    choices: [".js", ".ts", "none"],
    default: ".js",
    example: ".ts",
    help: "what relative imports end in",
    read: ({ value }) => ({ importExtension: value === "none" ? "" : value }),
  },
  runtime: {
    values: "a package name",
    pattern: npmNamePattern,
    default: "@stratus/runtime",
    example: "@acme/stratus-runtime",
    help: "runtime package that the generated code imports",
    read: ({ value }) => ({ runtime: value }),
  },
  service_name_option: {
    values: "a simple option name",
    pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
    default: "api_service_name",
    example: "endpoint_name",
    help: "string option of services that names their endpoint",
    isOfClients: true,
    read: ({ value }) => ({ serviceNameOption: value }),
  },
  idempotency_header: {
    values: "a header name that is free, or none",
    pattern: headerName,
    default: "X-Idempotency-Key",
    example: "X-Request-Key",
    help: "header of idempotency keys; if given, all services promise them; none: no service does",
    isOfClients: true,
    read: ({ value, isGiven, isDefault }) => ({
      /** Header of idempotency keys; undefined for the default, and if there are none. */
      idempotencyHeader: isDefault || value === "none" ? undefined : value,
      /** All services promise idempotency keys, or none does; undefined if the option is not given. */
      hasKeys: isGiven ? value !== "none" : undefined,
    }),
  },
  reset_mask_header: {
    values: "a header name that is free",
    pattern: headerName,
    default: "X-ResetMask",
    example: "X-Update-Mask",
    help: "header that carries the reset mask of an update",
    isOfClients: true,
    read: ({ value, isDefault }) => ({ resetMaskHeader: isDefault ? undefined : value }),
  },
  service_yaml: {
    values: "paths to .yaml files, with + between",
    pattern: /^[^,+]+\.ya?ml(\+[^,+]+\.ya?ml)*$/,
    example: "acme_v1.yaml",
    help: "YAML of the services (google.api.Service): which fields clients fill in, where mixins are called",
    isOfClients: true,
    isPaths: true,
    read: ({ value }) => ({ serviceYamls: partsOf(value) }),
  },
  grpc_service_config: {
    values: "paths to .json files, with + between",
    pattern: /^[^,+]+\.json(\+[^,+]+\.json)*$/,
    example: "acme_grpc_service_config.json",
    help: "gRPC service configurations: time and retries of the methods, as their API has them",
    isOfClients: true,
    isPaths: true,
    read: ({ value }) => ({ serviceConfigs: partsOf(value) }),
  },
  services: {
    ...serviceNames,
    example: "acme.compute.v1.*",
    help: "writes clients for these services only, and the files they need",
    read: ({ value }) => ({ services: partsOf(value) }),
  },
  exclude: {
    ...serviceNames,
    example: "acme.*.v1alpha.*",
    help: "writes no clients for these services",
    read: ({ value }) => ({ exclude: partsOf(value) }),
  },
  server: {
    ...flag,
    help: "writes a typed server interface for each service, in entry points of their own",
    isOfClients: true,
    read: ({ value }) => ({ hasServers: value === "true" }),
  },
  codec: {
    values: "one of stratus, ts-proto, none",
    pattern: /^(stratus|ts-proto|none)$/,
    choices: ["stratus", "ts-proto", "none"],
    default: "stratus",
    example: "none",
    help: "what encodes messages: our own code, ts-proto if it is installed, or none, which leaves out clients too",
    messagesAloneIf: "none",
    read: ({ value }) => ({ hasCodecs: value !== "none", hasTsProto: value === "ts-proto" }),
  },
  clients: {
    ...flag,
    default: "true",
    example: "false",
    help: "writes clients, a session and servers; with false there are messages with their codecs alone",
    messagesAloneIf: "false",
    read: () => ({}),
  },
  json_types: {
    ...flag,
    help: "writes a type of the JSON of each message and enum, which toJson and fromJson then have",
    read: ({ value }) => ({ hasJsonTypes: value === "true" }),
  },
  docs: {
    ...flag,
    help: "writes the documentation of the package: a page for each service, its types, llms.txt",
    isOfClients: true,
    read: ({ value }) => ({ hasDocs: value === "true" }),
  },
  example: {
    values: "a service",
    pattern: protoName,
    example: "acme.compute.v1.InstanceService",
    help: "shows this service in README; default: the one of a stable package that shows most",
    isOfClients: true,
    read: ({ value }) => ({
      /** Full name of the service that README shows; undefined for the one that shows most. */
      exampleService: textOrNothing(value),
    }),
  },
  guide: {
    ...flag,
    help: "writes the API in words as data, in the entry ./guide, for command lines, agents and other tools",
    read: ({ value }) => ({ hasGuide: value === "true" }),
  },
  since: {
    values: "a path to a .json file",
    pattern: /^[^,]{1,300}\.json$/,
    example: "sdk/.stratus-since.json",
    help: "file that stratus release keeps: docs and guide say since which version things are there",
    isUnrecorded: true,
    read: ({ value }) => ({ since: textOrNothing(value) }),
  },
  api_page: {
    ...flag,
    help: "writes api.md: all that programs import, and its types, on one page for reviews",
    read: ({ value }) => ({ hasApiPage: value === "true" }),
  },
  required: {
    values: "types or docs",
    pattern: /^(types|docs)$/,
    choices: ["types", "docs"],
    example: "docs",
    help: "says what is required in the types of calls, or in comments alone; types where a version is stable",
    isOfClients: true,
    read: ({ value }) => ({
      /** Shows required properties in types or in comments; undefined for types if the version of a package is stable. */
      required: (["types", "docs"] as const).find((one) => one === value),
    }),
  },
  partial: {
    ...allowance,
    help: "accepts a request that leaves out files of the API",
    read: ({ value }) => ({ allowsPartial: value === "allow" }),
  },
  unrouted: {
    ...allowance,
    help: "accepts services without an endpoint; their clients ask for one",
    isOfClients: true,
    read: ({ value }) => ({ allowsUnrouted: value === "allow" }),
  },
  verify: {
    ...flag,
    help: "checks that no text of the protos became code; takes four to five times as long",
    isUnrecorded: true,
    read: ({ value }) => ({ isVerified: value === "true" }),
  },
} as const satisfies Readonly<Record<string, OptionRow>>;

/** Names of the plugin's options. */
export type OptionName = keyof typeof rows;

/** The plugin's options, read and checked. */
export type Options = OptionsOf<typeof rows> & {
  /** Services have clients, and there is a session; without, there are messages alone. */
  readonly hasClients: boolean;
  /** The options that were given, as text for the output to say. */
  readonly record: string;
};

/** An option with its name. */
export interface NamedOption extends OptionRow {
  readonly name: OptionName;
}

/** Every option, in the order in which they are explained. */
export const optionTable: readonly NamedOption[] = Object.entries<OptionRow>(rows).map(([name, row]) => ({
  name: name as OptionName,
  ...row,
}));
