import type { Api, Message, Method, Service } from "../model/api.js";
import type { Options } from "../options.js";
import {
  identifier,
  joined,
  literal,
  member,
  objectOf,
  npmName,
  plainName,
  string,
  type Code,
} from "../code/code.js";
import { endpointMarkdown } from "./endpoint.js";

/** What the template of the README needs. */
export interface ReadmeView {
  readonly packageName: Code;
  readonly root: Code;
  readonly session: Code;
  readonly error: Code;
  readonly facade: Code;
  readonly servicesEntry: Code;
  readonly needsApiDomain: boolean;
  readonly hasServiceAccounts: boolean;
  readonly hasOperations: boolean;
  readonly hasExample: boolean;
  readonly example: ExampleView;
  readonly packages: readonly PackageView[];
  readonly hasServers: boolean;
  readonly serverEntries: readonly ServerEntryView[];
  readonly runtime: Code;
}

interface ServerEntryView {
  readonly entry: Code;
  readonly servers: readonly { readonly handlers: Code; readonly server: Code }[];
}

interface PackageView {
  readonly entry: Code;
  readonly clients: readonly {
    readonly name: Code;
    readonly endpoint: Code;
  }[];
}

/** One service of the API, and what to show of it. */
interface ExampleView {
  readonly entry: Code;
  readonly client: Code;
  readonly isPaged: boolean;
  readonly all: Code;
  readonly allRequest: Code;
  readonly hasCall: boolean;
  readonly call: Code;
  readonly callRequest: Code;
  readonly isOperation: boolean;
  readonly hasModify: boolean;
  readonly modify: Code;
  readonly modifyRequest: Code;
}

/** The README for those who use the generated package. */
export function readmeView(api: Api, options: Options): ReadmeView {
  const packageName = options.packageName ?? "";
  const services = api.packages.flatMap(({ directory, files }) =>
    files.flatMap((file) => file.services).map((service) => ({ directory, service })),
  );
  const best = services.toSorted((a, b) => worth(b.service) - worth(a.service))[0];
  const messages = new Map(
    api.packages
      .flatMap((one) => one.files.flatMap((file) => file.messages))
      .map((one) => [one.typeName, one]),
  );
  const packages = api.packages.filter(({ files }) => files.some((file) => file.services.length > 0));
  return {
    packageName: npmName(packageName),
    root: string(packageName),
    session: identifier(options.sessionName),
    error: identifier(`${options.sessionName}Error`),
    facade: identifier(`${options.sessionName}Services`),
    servicesEntry: npmPath(packageName, "services"),
    needsApiDomain: options.apiDomain === undefined && !api.wiring.hasOwnHosts,
    hasServiceAccounts: api.wiring.tokenExchange !== undefined,
    hasOperations: services.some(({ service }) => service.methods.some((method) => method.operation)),
    hasExample: best !== undefined && worth(best.service) > 0,
    example: best ? exampleView(best.service, `${packageName}/${best.directory}`, messages) : noExample,
    packages: packages.map(({ directory, files }) => ({
      entry: npmPath(packageName, directory),
      clients: files.flatMap((file) => file.services).map(clientView),
    })),
    hasServers: options.hasServers,
    serverEntries: packages.map(({ serverEntry, files }) => ({
      entry: npmPath(packageName, serverEntry),
      servers: files.flatMap((file) => file.services).map(serverView),
    })),
    runtime: npmName(options.runtime),
  };
}

/** How much of the API a service shows. */
function worth({ methods, endpoint, modify }: Service): number {
  if (endpoint === undefined) return 0;
  const parts = [
    findCall(methods),
    methods.some((method) => method.pages),
    modify,
    findCall(methods)?.operation,
  ];
  return parts.filter(Boolean).length;
}

function findCall(methods: readonly Method[]): Method | undefined {
  const unary = methods.filter((method) => method.kind === "unary");
  return unary.find((method) => method.operation && /^create/i.test(method.local)) ?? unary[0];
}

/** The first fields of a request with values to be replaced. */
function exampleRequest(method: Method | undefined, messages: ReadonlyMap<string, Message>): Code {
  const fields = messages.get(method?.request.typeName ?? "")?.fields ?? [];
  const entries = fields
    .filter((field) => field.shape.kind === "single" && !field.oneof && !field.name.startsWith("page_"))
    .flatMap((field): [string, Code][] => {
      const { type } = field.shape;
      if (type.kind === "message") return [[field.property, literal("{}")]];
      return type.kind === "scalar" && type.name === "string" ? [[field.property, string("...")]] : [];
    });
  return objectOf(entries.slice(0, 2));
}

function exampleView(
  { client, methods, modify }: Service,
  entry: string,
  messages: ReadonlyMap<string, Message>,
): ExampleView {
  const paged = methods.find((method) => method.pages);
  const call = findCall(methods);
  return {
    entry: string(entry),
    client: identifier(client.name),
    isPaged: paged !== undefined,
    all: memberOr(paged?.pages?.local),
    allRequest: exampleRequest(paged, messages),
    hasCall: call !== undefined,
    call: memberOr(call?.local),
    callRequest: exampleRequest(call, messages),
    isOperation: call?.operation !== undefined,
    hasModify: modify !== undefined,
    modify: memberOr(modify?.local),
    modifyRequest: exampleRequest(modify?.get, messages),
  };
}

const noExample: ExampleView = {
  entry: literal(""),
  client: literal(""),
  isPaged: false,
  all: literal(""),
  allRequest: literal(""),
  hasCall: false,
  call: literal(""),
  callRequest: literal(""),
  isOperation: false,
  hasModify: false,
  modify: literal(""),
  modifyRequest: literal(""),
};

function serverView({ handlers, server }: Service): ServerEntryView["servers"][number] {
  return { handlers: identifier(handlers.name), server: identifier(server.name) };
}

function npmPath(packageName: string, entry: string): Code {
  return joined([npmName(packageName), ...entry.split("/").map(plainName)], "/");
}

function memberOr(name: string | undefined): Code {
  return name === undefined ? literal("") : member(name);
}

function clientView({ client, endpoint }: Service): PackageView["clients"][number] {
  return {
    name: identifier(client.name),
    endpoint: endpointMarkdown(endpoint),
  };
}
