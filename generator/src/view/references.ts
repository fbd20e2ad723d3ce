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

/** A type, by the module that it is in or by its full proto name. */
type Named = { readonly name: Name } | { readonly typeName: string };

function namedByField({ shape: { type } }: Field): Named[] {
  switch (type.kind) {
    case "enum":
      return [{ name: type.type }];
    case "message":
      return [{ name: type.table }];
    default:
      return [{ typeName: type.name }];
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
  const byType = new Map<string, string>();
  for (const { directory, files } of packages) {
    for (const { module, messages } of files) {
      for (const suffix of ["", ".tables"]) byModule.set(`${module}${suffix}`, directory);
      for (const { typeName } of messages) byType.set(typeName, directory);
    }
  }
  const found = named.map((one) =>
    "name" in one ? byModule.get(one.name.module) : byType.get(one.typeName),
  );
  return [...new Set(found.filter((directory) => directory !== undefined))].sort();
}
