import type { Api, Field, MessageRef, Method, Name, Package } from "../model/api.js";

/** The folder of each package, found by what is in it. Made once for an API: packages name types by the thousand. */
export interface EntryIndex {
  readonly byModule: ReadonlyMap<string, string>;
  readonly byPackage: ReadonlyMap<string, string>;
}

/** Where the modules and packages of an API are. */
export function indexEntries({ packages }: Api): EntryIndex {
  const byModule = new Map<string, string>();
  const byPackage = new Map<string, string>();
  for (const { name, directory, files } of packages) {
    if (name !== "") byPackage.set(name, directory);
    for (const { module } of files) {
      for (const suffix of ["", ".tables"]) byModule.set(`${module}${suffix}`, directory);
    }
  }
  return { byModule, byPackage };
}

/** Folders of the other packages whose types the declarations of a package name. */
export function entriesNamedBy({ directory, files }: Package, index: EntryIndex): string[] {
  const fields = files.flatMap((file) => file.messages.flatMap((message) => message.fields));
  const methods = files.flatMap((file) => file.services.flatMap((service) => service.methods));
  const named = directoriesOf([...fields.flatMap(namedByField), ...methods.flatMap(namedByMethod)], index);
  return named.filter((other) => other !== directory);
}

/** Folders of the packages that hold the service errors of a session. */
export function entriesOfErrors({ wiring }: Api, index: EntryIndex): string[] {
  return directoriesOf(wiring.serviceErrors.map(asType), index);
}

/** A type by the module that it is in, or the proto package of a well-known one. */
type Named = { readonly name: Name } | { readonly packageName: string };

function namedByField({ shape: { type } }: Field): Named[] {
  switch (type.kind) {
    case "enum":
      return [{ name: type.type }];
    case "message":
      return [{ name: type.table }];
    default:
      return [{ packageName: type.name.split(".").slice(0, -1).join(".") }];
  }
}

function namedByMethod({ request, response }: Method): Named[] {
  return [request, response].map(asType);
}

function asType({ type }: MessageRef): Named {
  return { name: type };
}

function directoriesOf(named: readonly Named[], { byModule, byPackage }: EntryIndex): string[] {
  const found = named.map((one) =>
    "name" in one ? byModule.get(one.name.module) : byPackage.get(one.packageName),
  );
  return [...new Set(found.filter((directory) => directory !== undefined))].sort();
}
