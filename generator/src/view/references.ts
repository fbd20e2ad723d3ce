import type { Api, Field, MessageRef, Method, Name, Package } from "../model/api.js";

/** Folders of the other packages whose types the declarations of a package name. */
export function entriesNamedBy({ directory, files }: Package, api: Api): string[] {
  const fields = files.flatMap((file) => file.messages.flatMap((message) => message.fields));
  const methods = files.flatMap((file) => file.services.flatMap((service) => service.methods));
  const named = directoriesOf(api, [...fields.flatMap(namedByField), ...methods.flatMap(namedByMethod)]);
  return named.filter((other) => other !== directory);
}

/** Folders of the packages that hold the service errors of a session. */
export function entriesOfErrors(api: Api): string[] {
  return directoriesOf(api, api.wiring.serviceErrors.map(asType));
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

function directoriesOf({ packages }: Api, named: readonly Named[]): string[] {
  const byModule = new Map<string, string>();
  const byPackage = new Map<string, string>();
  for (const { name, directory, files } of packages) {
    if (name !== "") byPackage.set(name, directory);
    for (const { module } of files) {
      for (const suffix of ["", ".tables"]) byModule.set(`${module}${suffix}`, directory);
    }
  }
  const found = named.map((one) =>
    "name" in one ? byModule.get(one.name.module) : byPackage.get(one.packageName),
  );
  return [...new Set(found.filter((directory) => directory !== undefined))].sort();
}
