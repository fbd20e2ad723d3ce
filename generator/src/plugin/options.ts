import { isBuiltin } from "node:module";
import { nearestName } from "../kit/text/casing.js";
import { defaultOf, optionTable, recordText, type OptionName, type OptionRow } from "./option-table.js";
import { Problems, type Problem } from "../kit/problem.js";

/** The plugin's options, read and checked. */
export interface Options {
  /** Those that were given, as text for the output to say: see {@link recordText}. */
  readonly record: string;
  /** npm name of the package to write; undefined for sources alone. */
  readonly packageName: string | undefined;
  /** Version of that package. */
  readonly packageVersion: string;
  /** It was said, and is no default. */
  readonly hasPackageVersion: boolean;
  /** File with more of its package.json, from the folder in which buf runs. */
  readonly packageJson: string | undefined;
  /** Name of the session class. */
  readonly sessionName: string;
  /** Domain that sessions call unless they name another. */
  readonly apiDomain: string | undefined;
  /** Silence until the server is asked for a sign of life, in milliseconds, or false, where it is not the usual one. */
  readonly keepaliveMs: number | false | undefined;
  /** Start of proto package names that is not repeated in paths. */
  readonly stripPrefix: string;
  /** What relative imports end in: `.js`, `.ts` or nothing. */
  readonly importExtension: string;
  /** Package that the generated code stands on. */
  readonly runtime: string;
  /** Simple name of the option that gives a service its endpoint. */
  readonly serviceNameOption: string;
  /** Header of idempotency keys, where it is not the usual one. */
  readonly idempotencyHeader: string | undefined;
  /** All services promise idempotency keys, or none does; undefined if the option is not given. */
  readonly hasKeys: boolean | undefined;
  /** Header of reset masks, where it is not the usual one. */
  readonly resetMaskHeader: string | undefined;
  /** Files with the YAML of services, from the folder in which buf runs. */
  readonly serviceYamls: readonly string[];
  /** Files with gRPC service configurations, from there too. */
  readonly serviceConfigs: readonly string[];
  /** Patterns of full service names to write clients for; empty for all. */
  readonly services: readonly string[];
  /** Patterns of full service names to leave out. */
  readonly exclude: readonly string[];
  /** A server interface is written for each service. */
  readonly hasServers: boolean;
  /** Messages have codecs. */
  readonly hasCodecs: boolean;
  /** Services have clients, and there is a session; without, there are messages alone. */
  readonly hasClients: boolean;
  /** Codecs are those of ts-proto. */
  readonly hasTsProto: boolean;
  /** The JSON of messages has types. */
  readonly hasJsonTypes: boolean;
  /** Full name of the service that README shows; undefined for the one that shows most. */
  readonly exampleService: string | undefined;
  /** The documentation of the package is written. */
  readonly hasDocs: boolean;
  /** The API in words is written as data, for tools. */
  readonly hasGuide: boolean;
  /** The file of releases that says since which version things are there. */
  readonly since: string | undefined;
  /** The public surface is written on a page of its own. */
  readonly hasApiPage: boolean;
  /** Types say what requests must have, or comments alone; undefined for types if the version of a package is stable. */
  readonly required: "types" | "docs" | undefined;
  /** A request that leaves out files of the API is accepted. */
  readonly allowsPartial: boolean;
  /** A service without an endpoint is accepted; its client asks for one. */
  readonly allowsUnrouted: boolean;
  /** The output is checked against output for harmless text. */
  readonly isVerified: boolean;
}

/**
 * Reads the text of the plugin's parameter: `name=value` pairs with commas
 * between them, as buf joins the lines of `opt`.
 * @throws Problems for unknown, repeated and malformed options, the first hundred of them at once.
 */
export function parseOptions(parameter: string): Options {
  const problems: Problem[] = [];
  const values = new Map<OptionName, string>();
  let list: string | undefined;
  for (const [name, value] of splitParameter(parameter)) {
    const row = optionTable.find((one) => one.name === name);
    const problem = row
      ? findValueProblem(row, value, values.has(row.name))
      : (strayName(name, list) ?? unknownOption(name));
    if (row) list = row.name === "services" || row.name === "exclude" ? `${row.name}=${value}` : undefined;
    if (problem) problems.push(problem);
    else if (row) values.set(row.name, value);
    // More than anyone reads, and each is held against every name there is.
    if (problems.length === maxProblems) break;
  }
  if (problems.length > 0) throw new Problems(problems);
  const read = (name: OptionName): string => values.get(name) ?? defaultOf(name) ?? "";
  if (read("idempotency_header").toLowerCase() === read("reset_mask_header").toLowerCase()) {
    throw new Problems([sameHeader]);
  }
  if (values.has("package_json") && !values.has("package_name")) throw new Problems([noPackage]);
  if (read("docs") === "true" && !values.has("package_name")) throw new Problems([noDocumented]);
  const taken = findTakenName(values.get("package_name"), read("runtime"));
  if (taken) throw new Problems([taken]);
  const alone = messagesAlone.find((choice) => read(choice.name) === choice.value);
  if (alone) {
    const idle = [...values].filter(([name, value]) => isIdle(name, value));
    if (idle.length > 0) throw new Problems(idle.map(([name]) => idleOption(name, alone)));
  }
  return toOptions(read, values);
}

const sameHeader: Problem = {
  element: "option reset_mask_header",
  what: "The header is that of idempotency keys too",
  fix: "Give idempotency_header or reset_mask_header another name",
};

const noPackage: Problem = {
  element: "option package_json",
  what: "The option adds to a package, and there is none",
  fix: "Name one: package_name=@acme/cloud; sources alone are part of your own package",
};

const noDocumented: Problem = {
  element: "option docs",
  what: "Its examples import a package, and there is none",
  fix: "Name it: package_name=@acme/cloud; sources alone have their comments",
};

/** Packages that the output imports, and names under which npm or Node would not find it. */
function findTakenName(name: string | undefined, runtime: string): Problem | undefined {
  if (name === undefined) return undefined;
  const element = "option package_name";
  const fix = "Give the package another name, such as @acme/cloud";
  if (name === runtime) return { element, what: `The output imports the package ${name} itself`, fix };
  if (isBuiltin(name) || name === "node_modules" || name === "favicon.ico")
    return { element, what: `Node and npm keep the name ${name} for themselves`, fix };
  return undefined;
}

const maxProblems = 100;

/** The choices after which there are messages alone. */
const messagesAlone: readonly { readonly name: OptionName; readonly value: string }[] = [
  { name: "codec", value: "none" },
  { name: "clients", value: "false" },
];

/** What only clients, sessions and servers have a use for. */
const idleWithoutClients: readonly OptionName[] = [
  "session_name",
  "api_domain",
  "keepalive_ms",
  "service_name_option",
  "idempotency_header",
  "reset_mask_header",
  "service_yaml",
  "grpc_service_config",
  "server",
  "docs",
  "example",
  "required",
  "unrouted",
];

function isIdle(name: OptionName, value: string): boolean {
  return idleWithoutClients.includes(name) && value !== "false";
}

function idleOption(name: OptionName, alone: (typeof messagesAlone)[number]): Problem {
  const choice = `${alone.name}=${alone.value}`;
  return {
    element: `option ${name}`,
    what: `With ${choice} there are messages alone, no clients, sessions or servers`,
    fix: `Leave out ${choice} or ${name}`,
  };
}

function toOptions(read: (name: OptionName) => string, values: ReadonlyMap<OptionName, string>): Options {
  const list = (name: OptionName): string[] =>
    read(name)
      .split("+")
      .filter((one) => one !== "");
  // Case means nothing in the name of a header (RFC 9110, section 5.1).
  const unusual = (name: OptionName): string | undefined =>
    read(name).toLowerCase() === defaultOf(name)?.toLowerCase() ? undefined : read(name);
  const hasKeys = values.has("idempotency_header") ? read("idempotency_header") !== "none" : undefined;
  return {
    record: recordText(values),
    packageName: read("package_name") || undefined,
    packageVersion: read("package_version"),
    hasPackageVersion: values.has("package_version"),
    packageJson: read("package_json") || undefined,
    sessionName: read("session_name"),
    apiDomain: read("api_domain") || undefined,
    keepaliveMs: readKeepalive(unusual("keepalive_ms")),
    stripPrefix: read("strip_prefix"),
    importExtension: read("import_extension") === "none" ? "" : read("import_extension"),
    runtime: read("runtime"),
    serviceNameOption: read("service_name_option"),
    idempotencyHeader: hasKeys === false ? undefined : unusual("idempotency_header"),
    hasKeys,
    resetMaskHeader: unusual("reset_mask_header"),
    serviceYamls: list("service_yaml"),
    serviceConfigs: list("grpc_service_config"),
    services: list("services"),
    exclude: list("exclude"),
    exampleService: read("example") || undefined,
    hasServers: read("server") === "true",
    hasCodecs: read("codec") !== "none",
    hasClients: messagesAlone.every(({ name, value }) => read(name) !== value),
    hasTsProto: read("codec") === "ts-proto",
    hasJsonTypes: read("json_types") === "true",
    hasDocs: read("docs") === "true",
    hasGuide: read("guide") === "true",
    since: read("since") || undefined,
    hasApiPage: read("api_page") === "true",
    required: readRequired(read("required")),
    allowsPartial: read("partial") === "allow",
    allowsUnrouted: read("unrouted") === "allow",
    isVerified: read("verify") === "true",
  };
}

function readRequired(value: string): Options["required"] {
  return value === "types" || value === "docs" ? value : undefined;
}

function readKeepalive(value: string | undefined): number | false | undefined {
  return value === undefined ? undefined : value === "false" ? false : Number(value);
}

function splitParameter(parameter: string): [name: string, value: string][] {
  return parameter
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => {
      const end = part.indexOf("=");
      return end < 0 ? [part, ""] : [part.slice(0, end).trim(), part.slice(end + 1).trim()];
    });
}

function findValueProblem(row: OptionRow, value: string, isRepeated: boolean): Problem | undefined {
  const element = `option ${row.name}`;
  if (isRepeated) return { element, what: "The option is given twice", fix: "Keep one of them" };
  if (value === "")
    return { element, what: "The option has no value", fix: `Give it one: ${row.name}=${row.example}` };
  if (value.length > 500 || !row.pattern.test(value)) {
    const [, fault = `is not ${row.values}`] = row.faults?.find(([pattern]) => pattern.test(value)) ?? [];
    const meant = nearestName(value, row.choices ?? []);
    return {
      element,
      what: `The value ${JSON.stringify(value.slice(0, 100))} ${fault}`,
      fix:
        meant === undefined
          ? `Give it one that is right, such as ${row.name}=${row.example}`
          : `Did you mean ${row.name}=${meant}?`,
    };
  }
  return undefined;
}

/**
 * A name of a service behind a comma, which ends an option.
 * @param list the option before it with its value, where that takes several names
 */
function strayName(name: string, list: string | undefined): Problem | undefined {
  if (list === undefined || !/[A-Z.*]/.test(name)) return undefined;
  return {
    element: `option ${JSON.stringify(name.slice(0, 100))}`,
    what: "There is no such option",
    fix: `If it belongs to the option before it, put + between the names: ${list.slice(0, 100)}+${name.slice(0, 100)}`,
  };
}

function unknownOption(name: string): Problem {
  const names = optionTable.map((row) => row.name);
  const nearest = nearestName(name.toLowerCase().replaceAll("-", "_"), names);
  return {
    element: `option ${JSON.stringify(name.slice(0, 100))}`,
    what: "There is no such option",
    fix: nearest === undefined ? `The options are ${names.join(", ")}` : `Did you mean ${nearest}?`,
  };
}
