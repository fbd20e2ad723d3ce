import type { Api, MessageRef, Method, NamedType, Package } from "../model/api.js";

/** The folder of each package, found by what is in it. Made once for an API: packages name types by the thousand. */
export interface EntryIndex {
  readonly byModule: ReadonlyMap<string, string>;
  readonly byPackage: ReadonlyMap<string, string>;
}

/** Returns the places of the modules and packages of an API. */
export function indexEntries({ packages }: Api): EntryIndex {
  const byModule = new Map<string, string>();
  const byPackage = new Map<string, string>();
  for (const { name, directory, files } of packages) {
    if (name !== "") byPackage.set(name, directory);
    for (const { module } of files) byModule.set(module, directory);
    byModule.set(`${directory}/index`, directory);
  }
  return { byModule, byPackage };
}

/** Folders of the other packages whose types the declarations of a package name. */
export function entriesNamedBy({ directory, files }: Package, index: EntryIndex): string[] {
  const fields = files.flatMap((file) => file.messages.flatMap((message) => message.fieldTypes));
  const methods = files.flatMap((file) => file.services.flatMap((service) => service.methods));
  const named = directoriesOf([...fields, ...methods.flatMap(namedByMethod)], index);
  return named.filter((other) => other !== directory);
}

/** Folders of the packages that hold the service errors of a session. */
export function entriesOfErrors({ wiring }: Api, index: EntryIndex): string[] {
  return directoriesOf(wiring.serviceErrors.map(asType), index);
}

/** The well-known types of the runtime that types and methods of an API name. */
export function sharedNames({ packages }: Api): ReadonlySet<string> {
  const files = packages.flatMap((one) => one.files);
  const messages = files.flatMap((file) => file.messages).filter(({ type }) => type.shared === undefined);
  const methods = files.flatMap((file) => file.services.flatMap((service) => service.methods));
  const named = [...messages.flatMap(({ fieldTypes }) => fieldTypes), ...methods.flatMap(namedByMethod)];
  return new Set(named.flatMap((one) => ("name" in one && one.name.shared ? [one.name.name] : [])));
}

function namedByMethod({ request, response }: Method): NamedType[] {
  return [request, response].map(asType);
}

function asType({ type }: MessageRef): NamedType {
  return { name: type };
}

function directoriesOf(named: readonly NamedType[], { byModule, byPackage }: EntryIndex): string[] {
  const found = named.map((one) =>
    "name" in one ? byModule.get(one.name.module) : byPackage.get(one.packageName),
  );
  return [...new Set(found.filter((directory) => directory !== undefined))].sort();
}
