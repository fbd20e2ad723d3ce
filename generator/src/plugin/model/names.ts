import type {
  DescEnum,
  DescField,
  DescFile,
  DescMessage,
  DescMethod,
  DescOneof,
  DescService,
} from "@bufbuild/protobuf";
import type { CodecNames } from "../codecs/names.js";
import { groupBy } from "../../kit/group-by.js";
import { isSharedType } from "../source/shared-types.js";
import type { Name, Package, Service } from "./api.js";
import { lowerCamel, upperCamel } from "../../kit/text/casing.js";
import { decideCallNames } from "./call-names.js";
import type { EnumNames, GiveValueName } from "../codecs/enum-names.js";
import { decideFileNames } from "./file-names.js";
import {
  decideFieldNames,
  decideMethodNames,
  type MaskedModifyNames,
  type MethodNames,
  refusedMembers,
  refusedProperties,
} from "./member-names.js";
import { NameRegistry, type NameRole, type NameScope, type RecordedNames } from "./name-registry.js";
import { facadeScope, memberScope, typeScope } from "./name-roles.js";
import { NamePool, withSuffix } from "../../kit/text/name-pool.js";
import { decideTypeNames } from "./type-names.js";

/**
 * Every name of the output. Checked-in output freezes them, so all are decided
 * here, from the declared names alone and in an order that does not depend on
 * the request.
 */
export interface Names {
  package(packageName: string): PackageNames;
  module(file: DescFile): string;
  type(desc: DescMessage | DescEnum): Name;
  /** Type of the JSON of a message or enum. */
  json(desc: DescMessage | DescEnum): Name;
  /** Type of what a call takes for a message. */
  input(message: DescMessage): Name;
  /** Type of all that an Update sends of a message. */
  whole(message: DescMessage): Name;
  property(desc: DescField | DescOneof): string;
  /** Names of the values of an enum. */
  values(one: DescEnum): EnumNames;
  service(service: DescService): ServiceNames;
  wiring(service: DescService): Name;
  modify(service: DescService): string;
  previewModify(service: DescService): string;
  /** Helper that picks up an operation. */
  operation(service: DescService): string;
  /** Helpers that change what an update with a field mask writes. */
  maskedModify(update: DescMethod): MaskedModifyNames;
  /** A name for a type of resource (AIP-123), behind all others of its package. */
  resource(packageName: string, type: string, role: ResourceRole, name: string): string;
  rpc(method: DescMethod): string;
  /** Helper over all items of a paged rpc. */
  all(method: DescMethod): string;
  /** All names that were given, and the clashes. */
  readonly registry: NameRegistry;
}

type ResourceRole = Extract<NameRole, "path" | "parse" | "pathType" | "partsType">;

/** The names of a package. */
type PackageNames = Pick<Package, "directory" | "serverEntry" | "property" | "facade">;

/** The declarations of a service in its modules, and where the facade has it. */
type ServiceNames = Pick<Service, "client" | "methodsName" | "handlers" | "server" | "constant" | "property">;

/** The options that decide names. */
export interface ChosenNames {
  readonly stripPrefix: string;
  readonly sessionName: string;
}

/**
 * Decides the names of all files that have output.
 *
 * @param recorded The names that earlier releases gave. Default: none.
 * @throws Problems if a recorded name cannot be used.
 */
export function decideNames(
  files: readonly DescFile[],
  codec: CodecNames,
  chosen: ChosenNames,
  recorded?: RecordedNames,
): Names {
  const registry = new NameRegistry(
    recorded,
    files.map(({ proto }) => proto.package),
  );
  const fileNames = decideFileNames(files, chosen.stripPrefix, registry);
  const types = decideAllTypes(files, codec, registry);
  const properties = decideAllFields([...types.keys()], codec, registry);
  const values = decideAllValues([...types.keys()], codec, registry);
  const methods = decideAllMethods(files, registry);
  const constants = new Map(files.flatMap(decideConstants));
  const facades = decideFacadeNames(files, fileNames.directory, `${chosen.sessionName}Services`, registry);
  const shared = new Set([...types.keys()].filter(isSharedType));
  /** Types of the runtime are available from the main entry point of its package. */
  const typeOf = (desc: DescMessage | DescEnum, name: string | undefined, own: string): Name =>
    shared.has(desc)
      ? { name: known(name), module: `${fileNames.directory(desc.file.proto.package)}/index`, shared: own }
      : { name: known(name), module: fileNames.module(desc.file) };
  // Asked for very often: wherever a field names a type.
  const typeNames = new Map([...types].map(([desc, name]) => [desc, typeOf(desc, name, desc.name)] as const));
  const nameOf = ({ typeName, file }: DescService | DescMessage, role: NameRole, server = ""): Name => ({
    name: registry.nameOf(typeName, role),
    module: `${fileNames.module(file)}${server}`,
  });
  return {
    package: (name) => ({
      directory: fileNames.directory(name),
      serverEntry: fileNames.serverEntry(name),
      ...known(facades.packages.get(name)),
    }),
    module: fileNames.module,
    type: (desc) => known(typeNames.get(desc)),
    json: (desc) => typeOf(desc, registry.nameOf(desc.typeName, "json"), `${desc.name}Json`),
    input: (message) => nameOf(message, "input"),
    whole: (message) => nameOf(message, "whole"),
    property: (desc) => known(properties.get(desc)),
    values: (one) => known(values.get(one)),
    service: (service) => ({
      client: nameOf(service, "client"),
      methodsName: nameOf(service, "methods"),
      handlers: nameOf(service, "handlers", ".server"),
      server: nameOf(service, "server", ".server"),
      constant: known(constants.get(service)),
      property: known(facades.services.get(service)),
    }),
    wiring: (service) => nameOf(service, "wiring"),
    ...memberLookups(methods),
    resource: (packageName, type, role, name) =>
      registry.scope(typeScope(packageName)).give(`${packageName}:${type}`, role, withSuffix(name, "$")),
    registry,
  };
}

/** The names of what clients have, by the method or the service. */
function memberLookups(
  methods: ReadonlyMap<DescService, MethodNames>,
): Pick<Names, "modify" | "previewModify" | "operation" | "maskedModify" | "rpc" | "all"> {
  return {
    modify: (service) => known(methods.get(service)).modify,
    previewModify: (service) => known(methods.get(service)).previewModify,
    operation: (service) => known(methods.get(service)).operation,
    maskedModify: (update) => known(methods.get(update.parent)?.maskedModify.get(update)),
    rpc: (method) => known(methods.get(method.parent)?.rpcs.get(method)),
    all: (method) => known(methods.get(method.parent)?.all.get(method)),
  };
}

/** The endings of the names that belong to a service; those of servers last: the others do not depend on whether they are written. */
const derivedKinds = [
  { Client: "client", Methods: "methods", Wiring: "wiring" },
  { Handlers: "handlers", Server: "server" },
] as const satisfies readonly Readonly<Record<string, NameRole>>[];

/** Decides the exported names of all packages. */
function decideAllTypes(
  files: readonly DescFile[],
  codec: CodecNames,
  registry: NameRegistry,
): ReadonlyMap<DescMessage | DescEnum, string> {
  const types = new Map<DescMessage | DescEnum, string>();
  for (const group of groupByPackage(files)) {
    const scope = registry.scope(typeScope(group[0]?.proto.package ?? ""));
    const decided = decideTypeNames(group, codec, scope);
    for (const [desc, name] of decided) types.set(desc, name);
    decideDerivedNames(group, scope);
    // Last: names of the others do not depend on whether JSON has types.
    for (const [desc, name] of decided) scope.give(desc.typeName, "json", withSuffix(`${name}Json`, "$"));
    decideCallNames(decided, scope);
  }
  return types;
}

/** Names that we add to a package: clients and what belongs to them. A type of the API goes before. */
function decideDerivedNames(files: readonly DescFile[], scope: NameScope): void {
  const services = files.flatMap((file) => file.services).sort(byTypeName);
  for (const kinds of derivedKinds) {
    for (const { typeName, name } of services)
      for (const [kind, role] of Object.entries(kinds))
        scope.give(typeName, role, withSuffix(`${upperCamel(name)}${kind}`, "$"));
  }
}

function decideAllMethods(
  files: readonly DescFile[],
  registry: NameRegistry,
): ReadonlyMap<DescService, MethodNames> {
  const services = files.flatMap((file) => file.services);
  const scopeOf = ({ typeName }: DescService): NameScope =>
    registry.scope(memberScope(typeName), { reserved: refusedMembers });
  return new Map(services.map((one) => [one, decideMethodNames(one, scopeOf(one))]));
}

/** `service` where a file has one, as most do. */
function decideConstants({ services }: DescFile): [DescService, string][] {
  if (services.length < 2) return services.map((service) => [service, "service"]);
  const pool = new NamePool();
  return services.map((service) => [service, pool.take(withSuffix(`${shortName(service)}Service`, "$"))]);
}

/** `instance` for InstanceService. */
function shortName({ name }: DescService): string {
  return lowerCamel(name.replace(/(?<=.)_?[Ss]ervice$/, ""));
}

function decideAllFields(
  types: readonly (DescMessage | DescEnum)[],
  codec: CodecNames,
  registry: NameRegistry,
): ReadonlyMap<DescField | DescOneof, string> {
  const properties = new Map<DescField | DescOneof, string>();
  for (const desc of types) {
    if (desc.kind === "enum") continue;
    const scope = registry.scope(memberScope(desc.typeName), { reserved: refusedProperties });
    for (const [field, name] of decideFieldNames(desc, codec, scope)) properties.set(field, name);
  }
  return properties;
}

function decideAllValues(
  types: readonly (DescMessage | DescEnum)[],
  codec: CodecNames,
  registry: NameRegistry,
): ReadonlyMap<DescEnum, EnumNames> {
  const enums = types.filter((one) => one.kind === "enum");
  return new Map(enums.map((one) => [one, codec.valueNames(one, giveRecordedValue(one, codec, registry))]));
}

/** Returns the function that gives the values of an enum their recorded names, or new ones. */
export function giveRecordedValue(
  { typeName }: DescEnum,
  { reservedValueNames }: Pick<CodecNames, "reservedValueNames">,
  registry: NameRegistry,
): GiveValueName {
  const scope = registry.scope(memberScope(typeName), { reserved: reservedValueNames });
  return (value, candidates) => scope.give(`${typeName}.${value.name}`, "name", candidates);
}

function decideFacadeNames(
  files: readonly DescFile[],
  directory: (packageName: string) => string,
  facade: string,
  registry: NameRegistry,
) {
  const properties = registry.scope("groups", { reserved: refusedMembers });
  const classes = registry.scope("facades", { reserved: [facade] });
  const packages = new Map<string, { property: string; facade: string }>();
  const services = new Map<DescService, string>();
  for (const group of groupByPackage(files)) {
    const packageName = group[0]?.proto.package ?? "";
    const path = directory(packageName);
    packages.set(packageName, {
      property: properties.give(packageName, "group", withSuffix(lowerCamel(path), "$")),
      facade: classes.give(packageName, "facade", withSuffix(`${upperCamel(path)}Services`, "$")),
    });
    const scope = registry.scope(facadeScope(packageName), { reserved: refusedMembers });
    for (const service of group.flatMap((file) => file.services).sort(byTypeName)) {
      services.set(service, scope.give(service.typeName, "property", facadeCandidates(service)));
    }
  }
  return { packages, services };
}

/** `instance` for InstanceService, or the whole name where that is taken. */
function* facadeCandidates(service: DescService): Generator<string> {
  yield shortName(service);
  yield* withSuffix(lowerCamel(service.name), "$");
}

function groupByPackage(files: readonly DescFile[]): DescFile[][] {
  const sorted = files.toSorted((a, b) => (a.proto.name < b.proto.name ? -1 : 1));
  const groups = groupBy(sorted, ({ proto }) => proto.package);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function byTypeName(a: { readonly typeName: string }, b: { readonly typeName: string }): number {
  return a.typeName < b.typeName ? -1 : 1;
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A name was asked for that has no output");
  return value;
}
