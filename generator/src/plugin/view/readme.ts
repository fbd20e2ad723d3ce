import type { Api, Method, Service } from "../model/api.js";
import type { Options } from "../options.js";
import {
  code,
  identifier,
  joined,
  member,
  npmName,
  objectOf,
  propertyName,
  string,
  word,
  type Code,
} from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import { endpointMarkdown } from "./endpoint.js";
import { entryName } from "./entry-name.js";
import type { PackageInputs } from "./package-files.js";
import { recordCode } from "./example-code.js";
import { maskedHelpers } from "./aip.js";
import { leavesResource, startsOperation } from "./operation.js";
import { sessionNames, variablePrefix } from "./session.js";

/** All that is needed to print examples. */
type Shown = Pick<PackageInputs, "examples" | "runtimeVersion" | "types">;

/** The README for those who use the generated package. */
export function readmePage(api: Api, options: Options, shown: Shown): Page {
  const packageName = options.packageName ?? "";
  const names = sessionNames(options);
  const services = api.packages.flatMap(({ files }) => files.flatMap((file) => file.services));
  const packages = api.packages.filter(({ files }) => files.some((file) => file.services.length > 0));
  return {
    path: "README.md",
    template: "sdk/README.md",
    view: {
      packageName: npmName(packageName),
      root: string(packageName),
      session: identifier(names.session),
      error: identifier(names.error),
      facade: identifier(`${options.sessionName}Services`),
      servicesEntry: entryName(packageName, "services"),
      kind: api.wiring.kind === "grpc" ? code`plain gRPC` : api.wiring.kind === "aip" ? code`AIP` : false,
      isPlain: api.wiring.kind === "grpc",
      hasKeys: services.some((service) => service.hasKeys),
      needsApiDomain: options.apiDomain === undefined && !api.wiring.hasOwnHosts,
      hasServiceAccounts: api.wiring.tokenExchange !== undefined,
      hasOperations: services.some(({ methods }) => methods.some((method) => method.operation)),
      hasUpdates: services.some(({ modify }) => modify !== undefined),
      masked:
        services.flatMap((service) =>
          maskedHelpers(service).map(({ modify }) => propertyName(modify.local)),
        )[0] ?? false,
      runtime: npmName(options.runtime),
      // Relative links lead nowhere on npmjs.com.
      runtimeDocs: publishedDocs(options.runtime, shown.runtimeVersion),
      docsFolder: publishedDocs(packageName, options.packageVersion),
      example: exampleOf(api, options, shown),
      variables: variablePrefix(options.sessionName),
      packages: packages.map(({ directory, files }) => ({
        entry: entryName(packageName, directory),
        clients: files.flatMap((file) => file.services).map(clientView),
      })),
      hasDocs: options.hasDocs,
      hasGuide: options.hasGuide,
      servers: options.hasServers && {
        runtime: npmName(options.runtime),
        entries: packages.map(({ serverEntry, files }) => ({
          entry: entryName(packageName, serverEntry),
          servers: files.flatMap((file) => file.services).map(serverView),
        })),
      },
    },
  };
}

/** The folder `docs` of a published package. */
function publishedDocs(name: string, version: string): Code {
  const parts = version.split("-").map((part) => joined(part.split("+").map(word), "+"));
  return code`https://unpkg.com/${npmName(name)}@${joined(parts, "-")}/docs`;
}

/** The service that was chosen, or the one that shows most, of a stable package if there is one. */
function exampleOf({ packages }: Api, { packageName = "", exampleService }: Options, shown: Shown) {
  const services = packages.flatMap(({ directory, isUnstable, files }) =>
    files
      .flatMap((file) => file.services)
      .map((service) => ({
        directory,
        service,
        isStable: Number(!isUnstable),
        worth: worth(service, shown),
      })),
  );
  const best =
    services.find(({ service }) => service.typeName === exampleService) ??
    services.filter((one) => one.worth > 0).sort((a, b) => b.isStable - a.isStable || b.worth - a.worth)[0];
  return best ? exampleView(best.service, `${packageName}/${best.directory}`, shown) : false;
}

/** How much of the API a service shows. */
function worth(service: Service, shown: Shown): number {
  if (!service.endpoint && !service.isAtSession) return 0;
  const { methods, modify } = service;
  const called = findCall(service, shown);
  const parts = [called, methods.some((method) => method.pages), modify, called?.operation];
  return parts.filter(Boolean).length;
}

function findCall(service: Service, shown: Shown): Method | undefined {
  const { methods } = service;
  const unary = methods.filter((method) => method.kind === "unary");
  return (
    unary.find((method) => method.operation && /^create/i.test(method.local)) ??
    unary.find((method) => method.command.role === "create" && returnsResource(method, service)) ??
    (service.isAtSession ? findHarmlessCall(unary, shown) : undefined) ??
    unary[0]
  );
}

/** Whether a method returns the resource that `modify` changes. */
function returnsResource({ response, operation }: Method, { modify }: Service): boolean {
  return operation === undefined && response.typeName === modify?.get.response.typeName;
}

/** Names of methods that nobody should call to try an API. */
const harmful =
  /^(?:abort|cancel|clear|delete|destroy|drop|kill|purge|remove|reset|revoke|shutdown|stop|terminate)/i;

/** Finds a method of plain gRPC to try: one that reads, else one with an empty request, else one with a harmless name. */
function findHarmlessCall(unary: readonly Method[], { types }: Shown): Method | undefined {
  const harmless = unary.filter(({ local }) => !harmful.test(local));
  return (
    harmless.find(({ command }) => command.effect.startsWith("read")) ??
    harmless.find(({ request }) => types.message(request.typeName)?.fields.length === 0) ??
    harmless[0]
  );
}

function exampleView(service: Service, entry: string, shown: Shown) {
  const { client, methods, modify } = service;
  const paged = methods.find((method) => method.pages);
  const called = findCall(service, shown);
  const call = called !== undefined && exampleCall(called.local, called, shown);
  const created = called && createdReference(service, called, shown);
  return {
    entry: string(entry),
    client: identifier(client.name),
    paged: paged?.pages !== undefined && exampleCall(paged.pages.local, paged, shown),
    call: called?.operation === undefined && call && { ...call, isNamed: created !== undefined },
    operation:
      called?.operation !== undefined && call !== false
        ? {
            ...call,
            holdsResult: called.operation.named !== undefined,
            hasResource: startsOperation(called) && leavesResource(called, service),
          }
        : false,
    modify: modify !== undefined && {
      ...exampleCall(modify.local, modify.get, shown),
      ...(created ? { request: created } : {}),
    },
    mocked: called !== undefined && { method: propertyName(called.local) },
  };
}

/** Prints a call whose values readers replace. A filter would have to be in the syntax of the API. */
function exampleCall(local: string, method: Method, { examples, types }: Shown) {
  const message = types.message(method.request.typeName);
  const { filter: _, ...request } = examples.request(method);
  return { member: member(local), request: recordCode(request, message, types) };
}

/** Prints the request that reads the resource which the example has created. Undefined if it has created none. */
function createdReference(service: Service, called: Method, { examples, types }: Shown): Code | undefined {
  const { modify } = service;
  if (!modify) return undefined;
  const names = Object.keys(examples.request(modify.get));
  const find = (type: string) => types.message(type)?.fields.find(({ name }) => name === names[0]);
  const field = find(modify.get.request.typeName);
  if (!field || names.length !== 1) return undefined;
  if (startsOperation(called) && called.operation.named === undefined && leavesResource(called, service))
    return objectOf([[field.property, code`operation.resourceId`]]);
  const own = returnsResource(called, service) ? find(called.response.typeName) : undefined;
  return own && objectOf([[field.property, code`created${member(own.property)}`]]);
}

function serverView({ handlers, server }: Service) {
  return { handlers: identifier(handlers.name), server: identifier(server.name) };
}

function clientView(service: Service) {
  return {
    name: identifier(service.client.name),
    endpoint: endpointMarkdown(service),
  };
}
