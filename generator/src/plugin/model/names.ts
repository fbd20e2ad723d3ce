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
import { isSharedType } from "../source/shared-types.js";
import type { Name } from "./api.js";
import { lowerCamel, upperCamel } from "../text/casing.js";
import { decideFileNames } from "./file-names.js";
import { decideFieldNames, decideMethodNames, refusedMembers, type MethodNames } from "./member-names.js";
import { NamePool, withSuffix } from "./name-pool.js";
import { decideTypeNames } from "./type-names.js";

/**
 * Every name of the output. Checked-in output freezes them, so all are decided
 * here, from the declared names alone and in an order that does not depend on
 * the request.
 */
export interface Names {
  directory(packageName: string): string;
  /** Path of the entry that holds a package's servers. */
  serverEntry(packageName: string): string;
  module(file: DescFile): string;
  type(desc: DescMessage | DescEnum): Name;
  /** Type of the JSON of a message or enum. */
  json(desc: DescMessage | DescEnum): Name;
  property(desc: DescField | DescOneof): string;
  client(service: DescService): Name;
  methods(service: DescService): Name;
  wiring(service: DescService): Name;
  /** Interface of a service's handlers. */
  handlers(service: DescService): Name;
  /** What a server needs to know of a service. */
  server(service: DescService): Name;
  /** Constant of the file's module that says where the service lives. */
  constant(service: DescService): string;
  rpc(method: DescMethod): string;
  /** Helper over all items of a paged rpc. */
  all(method: DescMethod): string;
  modify(service: DescService): string;
  /** Helper that picks up an operation. */
  operation(service: DescService): string;
  /** Property of the facade for a package. */
  packageProperty(packageName: string): string;
  /** Class of the facade for a package. */
  packageFacade(packageName: string): string;
  /** Property of a package's facade for a service. */
  serviceProperty(service: DescService): string;
}

/** What the user has a say in. */
export interface ChosenNames {
  readonly stripPrefix: string;
  readonly sessionName: string;
}

/** Decides the names of all files that have output. */
export function decideNames(files: readonly DescFile[], codec: CodecNames, chosen: ChosenNames): Names {
  const fileNames = decideFileNames(files, chosen.stripPrefix);
  const types = new Map<DescMessage | DescEnum, string>();
  const jsonTypes = new Map<DescMessage | DescEnum, string>();
  const derived = new Map<string, string>();
  for (const group of groupByPackage(files)) {
    const pool = new NamePool();
    const decided = decideTypeNames(group, codec, pool);
    for (const [desc, name] of decided) types.set(desc, name);
    decideDerivedNames(group, pool, derived);
    // Last: names of the others do not depend on whether JSON has types.
    for (const [desc, name] of decided) jsonTypes.set(desc, pool.takeWith(`${name}Json`, "$"));
  }
  const properties = decideAllFields([...types.keys()], codec);
  const methods = new Map(files.flatMap((file) => file.services).map((one) => [one, decideMethodNames(one)]));
  const constants = new Map(files.flatMap(decideConstants));
  const nameOf = (file: DescFile, kind: "" | ".server", name: string | undefined): Name => ({
    name: known(name),
    module: `${fileNames.module(file)}${kind}`,
  });
  const shared = new Set([...types.keys()].filter(isSharedType));
  /** What the runtime has is at hand from the entry of its package. */
  const typeOf = (desc: DescMessage | DescEnum, name: string | undefined, own: string): Name =>
    shared.has(desc)
      ? { name: known(name), module: `${fileNames.directory(desc.file.proto.package)}/index`, shared: own }
      : nameOf(desc.file, "", name);
  // Asked for very often: wherever a field names a type.
  const typeNames = new Map([...types].map(([desc, name]) => [desc, typeOf(desc, name, desc.name)] as const));
  const methodsOf = (service: DescService): MethodNames => known(methods.get(service));
  return {
    ...fileNames,
    type: (desc) => known(typeNames.get(desc)),
    json: (desc) => typeOf(desc, jsonTypes.get(desc), `${desc.name}Json`),
    property: (desc) => known(properties.get(desc)),
    client: (service) => nameOf(service.file, "", derived.get(`${service.typeName}/client`)),
    methods: (service) => nameOf(service.file, "", derived.get(`${service.typeName}/methods`)),
    wiring: (service) => nameOf(service.file, "", derived.get(`${service.typeName}/wiring`)),
    handlers: (service) => nameOf(service.file, ".server", derived.get(`${service.typeName}/handlers`)),
    server: (service) => nameOf(service.file, ".server", derived.get(`${service.typeName}/server`)),
    constant: (service) => known(constants.get(service)),
    rpc: (method) => known(methodsOf(method.parent).rpcs.get(method)),
    all: (method) => known(methodsOf(method.parent).all.get(method)),
    modify: (service) => methodsOf(service).modify,
    operation: (service) => methodsOf(service).operation,
    ...decideFacadeNames(files, fileNames.directory, `${chosen.sessionName}Services`),
  };
}

/** Names that we add to a package: clients and what belongs to them. A type of the API goes before. */
function decideDerivedNames(files: readonly DescFile[], pool: NamePool, derived: Map<string, string>): void {
  const take = (key: string, name: string): void => void derived.set(key, pool.takeWith(name, "$"));
  const services = files.flatMap((file) => file.services).sort(byTypeName);
  for (const service of services) {
    const name = upperCamel(service.name);
    take(`${service.typeName}/client`, `${name}Client`);
    take(`${service.typeName}/methods`, `${name}Methods`);
    take(`${service.typeName}/wiring`, `${name}Wiring`);
  }
  // Last: names of the others do not depend on whether servers are written.
  for (const service of services) {
    const name = upperCamel(service.name);
    take(`${service.typeName}/handlers`, `${name}Handlers`);
    take(`${service.typeName}/server`, `${name}Server`);
  }
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
): ReadonlyMap<DescField | DescOneof, string> {
  const properties = new Map<DescField | DescOneof, string>();
  for (const desc of types) {
    if (desc.kind === "enum") continue;
    for (const [field, name] of decideFieldNames(desc, codec)) properties.set(field, name);
  }
  return properties;
}

function decideFacadeNames(
  files: readonly DescFile[],
  directory: (packageName: string) => string,
  facade: string,
): Pick<Names, "packageProperty" | "packageFacade" | "serviceProperty"> {
  const properties = new NamePool({ reserved: refusedMembers });
  const classes = new NamePool({ reserved: [facade] });
  const packages = new Map<string, { property: string; facade: string }>();
  const services = new Map<DescService, string>();
  for (const group of groupByPackage(files)) {
    const packageName = group[0]?.proto.package ?? "";
    const path = directory(packageName);
    packages.set(packageName, {
      property: properties.take(withSuffix(lowerCamel(path), "$")),
      facade: classes.take(withSuffix(`${upperCamel(path)}Services`, "$")),
    });
    const pool = new NamePool({ reserved: refusedMembers });
    for (const service of group.flatMap((file) => file.services).sort(byTypeName)) {
      services.set(service, pool.take(facadeCandidates(service)));
    }
  }
  return {
    packageProperty: (packageName) => known(packages.get(packageName)).property,
    packageFacade: (packageName) => known(packages.get(packageName)).facade,
    serviceProperty: (service) => known(services.get(service)),
  };
}

/** `instance` for InstanceService, or the whole name where that is taken. */
function* facadeCandidates(service: DescService): Generator<string> {
  yield shortName(service);
  yield* withSuffix(lowerCamel(service.name), "$");
}

function groupByPackage(files: readonly DescFile[]): DescFile[][] {
  const groups = new Map<string, DescFile[]>();
  for (const file of [...files].sort((a, b) => (a.proto.name < b.proto.name ? -1 : 1))) {
    groups.set(file.proto.package, [...(groups.get(file.proto.package) ?? []), file]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

function byTypeName(a: { readonly typeName: string }, b: { readonly typeName: string }): number {
  return a.typeName < b.typeName ? -1 : 1;
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("A name was asked for that has no output");
  return value;
}
