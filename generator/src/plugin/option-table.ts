import { apiKinds } from "@stratus/convention";
import { npmNamePattern } from "../kit/text/npm-name.js";
import { loginOptions } from "./login-options.js";
import { type OptionRow, type OptionsOf, splitList, textOrNothing } from "./option-row.js";

/** Not one of the globals that the session module needs. */
const className = /^(?!(Promise|Partial)$)[A-Z][A-Za-z0-9_]*$/;
/** A version of npm. */
export const versionPattern =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z.-]+)?$/;
/** A domain, with or without a final dot. No name in one that ends in a number can be a host (WHATWG URL, 3.5). */
const dnsName =
  /^(?=.{1,253}\.?$)(?!(?:.*\.)?(?:\d+|0x[\da-f]*)\.?$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*\.?$/i;
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
    help: "writes a complete package of this name: package.json, README and the build (tsconfig.json, bundle.js) beside the sources",
    read: ({ value }) => ({ packageName: textOrNothing(value) }),
  },
  package_version: {
    values: "a version",
    pattern: versionPattern,
    default: "0.1.0",
    example: "1.2.3",
    help: "version of that package, unless package_json contains it; also in the user agent",
    read: ({ value, isGiven }) => ({ packageVersion: value, hasPackageVersion: isGiven }),
  },
  package_json: {
    values: "a path to a .json file",
    pattern: /^[^,]{0,300}\.json$/,
    example: "sdk.package.json",
    help: "file with more members of its package.json: version, license, repository, author, keywords, publishConfig",
    isUnrecorded: true,
    read: ({ value }) => ({ packageJson: textOrNothing(value) }),
  },
  session_name: {
    values: "a class name that the language leaves free",
    pattern: className,
    default: "Api",
    faults: [
      [/^(Promise|Partial)$/, "is a name that the generated code uses"],
      [/[^A-Za-z0-9_]/, "contains characters other than letters, digits and _"],
      [/^[^A-Z]/, "does not begin with a capital letter, as the name of a class does"],
    ],
    example: "Cloud",
    help: "name of the session class, which its options and errors begin with (CloudOptions, CloudError)",
    isOfClients: true,
    read: ({ value }) => ({ sessionName: value }),
  },
  api_domain: {
    values: "a domain name",
    pattern: dnsName,
    example: "api.example.com",
    help: "default domain of sessions",
    isOfClients: true,
    read: ({ value }) => ({ apiDomain: textOrNothing(value) }),
  },
  keepalive_ms: {
    values: "milliseconds, 1000 or more, or false",
    pattern: /^(false|[1-9]\d{3,8})$/,
    default: "20000",
    example: "60000",
    help: "how long a connection with active calls may be idle before sessions send a keepalive ping; false disables pings",
    isOfClients: true,
    read: ({ value, isDefault }) => ({
      /** Silence of the server before a keepalive ping, in milliseconds; false for no pings; undefined for the default. */
      keepaliveMs: isDefault ? undefined : value !== "false" && Number(value),
    }),
  },
  ...loginOptions,
  strip_prefix: {
    values: "a prefix of package names",
    pattern: protoName,
    example: "acme",
    help: "omits this prefix of package names from paths: acme.compute.v1 becomes compute/v1",
    read: ({ value }) => ({ stripPrefix: value }),
  },
  import_extension: {
    values: "one of .js, .ts, none",
    pattern: /^(\.js|\.ts|none)$/,
    choices: [".js", ".ts", "none"],
    default: ".js",
    example: ".ts",
    help: "extension of relative imports",
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
    help: "header of idempotency keys; naming it promises keys for all services, and none for no service",
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
    help: "header of the reset mask of an update",
    isOfClients: true,
    read: ({ value, isDefault }) => ({ resetMaskHeader: isDefault ? undefined : value }),
  },
  service_yaml: {
    values: "paths to .yaml files, with + between",
    pattern: /^[^,+]+\.ya?ml(\+[^,+]+\.ya?ml)*$/,
    example: "acme_v1.yaml",
    help: "YAML of the services (google.api.Service): the fields that clients fill in, and the endpoints of mixins",
    isOfClients: true,
    isPaths: true,
    read: ({ value }) => ({ serviceYamls: splitList(value) }),
  },
  grpc_service_config: {
    values: "paths to .json files, with + between",
    pattern: /^[^,+]+\.json(\+[^,+]+\.json)*$/,
    example: "acme_grpc_service_config.json",
    help: "gRPC service configurations: timeouts and retries of the methods",
    isOfClients: true,
    isPaths: true,
    read: ({ value }) => ({ serviceConfigs: splitList(value) }),
  },
  services: {
    ...serviceNames,
    example: "acme.compute.v1.*",
    help: "writes clients for these services only, and the files that they need",
    read: ({ value }) => ({ services: splitList(value) }),
  },
  exclude: {
    ...serviceNames,
    example: "acme.*.v1alpha.*",
    help: "writes no clients for these services",
    read: ({ value }) => ({ exclude: splitList(value) }),
  },
  server: {
    ...flag,
    help: "writes a typed server interface for each service, in separate entry points",
    isOfClients: true,
    read: ({ value }) => ({ hasServers: value === "true" }),
  },
  codec: {
    values: "one of stratus, ts-proto, none",
    pattern: /^(stratus|ts-proto|none)$/,
    choices: ["stratus", "ts-proto", "none"],
    default: "stratus",
    example: "none",
    help: "codecs of messages: stratus, ts-proto if it is installed, or none, which also leaves out clients",
    messagesAloneIf: "none",
    read: ({ value }) => ({ hasCodecs: value !== "none", hasTsProto: value === "ts-proto" }),
  },
  clients: {
    ...flag,
    default: "true",
    example: "false",
    help: "writes clients, a session and servers; false writes only messages with their codecs",
    messagesAloneIf: "false",
    read: () => ({}),
  },
  json_types: {
    ...flag,
    help: "writes a JSON type for each message and enum, which toJson and fromJson then use",
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
    help: "shows this service in README; default: the service of a stable package with the most features",
    isOfClients: true,
    read: ({ value }) => ({
      /** Full name of the service that README shows; undefined for the one that shows most. */
      exampleService: textOrNothing(value),
    }),
  },
  guide: {
    ...flag,
    help: "writes the methods and docs of the API as data, in the entry point ./guide, for command lines, agents and other tools",
    read: ({ value }) => ({ hasGuide: value === "true" }),
  },
  since: {
    values: "a path to a .json file",
    pattern: /^[^,]{1,300}\.json$/,
    example: "sdk.names.json",
    help: "file with the names of earlier versions, which therefore stay; stratus release writes it",
    isUnrecorded: true,
    read: ({ value }) => ({ since: textOrNothing(value) }),
  },
  api_page: {
    ...flag,
    help: "writes api.md: all exports and their types on one page, for reviews",
    read: ({ value }) => ({ hasApiPage: value === "true" }),
  },
  required: {
    values: "types or docs",
    pattern: /^(types|docs)$/,
    choices: ["types", "docs"],
    example: "docs",
    help: "shows required fields in types, or only in comments; default: types if a version is stable",
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
  kind: {
    values: `one of ${apiKinds.join(", ")}`,
    pattern: new RegExp(`^(${apiKinds.join("|")})$`),
    choices: apiKinds,
    example: "grpc",
    help: "kind of the API: cloud (the convention), aip or grpc (plain gRPC); default: what the protos state",
    isOfClients: true,
    read: ({ value }) => ({
      /** The kind of the API; undefined for the one that its protos state. */
      kind: apiKinds.find((one) => one === value),
    }),
  },
  verify: {
    ...flag,
    help: "checks that no text of the protos became code; the run takes three to five times as long",
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
