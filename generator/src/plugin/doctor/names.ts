/** Names of the API that TypeScript cannot have as they are, as they end in the output. */
import type { DescService } from "@bufbuild/protobuf";
import type { Described } from "../model/describe.js";
import type { Service } from "../model/api.js";
import { typesOf } from "../source/shared-types.js";
import type { Find, Finding } from "./finding.js";

/** Finds them among the types, fields and methods of which code is written. */
export function* findRenamed(
  { moduleFiles, names }: Pick<Described, "moduleFiles" | "names">,
  services: Iterable<DescService>,
  described: ReadonlyMap<string, Service>,
  find: Find,
): Iterable<Finding> {
  for (const type of moduleFiles.flatMap(typesOf)) {
    const { name } = names.type(type);
    if (isChanged(name)) yield find("renamed", type, `the type ${name}`);
    if (type.kind === "enum") continue;
    for (const member of [...type.fields, ...type.oneofs]) {
      const property = names.property(member);
      if (isChanged(property)) yield find("renamed", member, `the property ${property}`);
    }
  }
  for (const service of services) {
    const written = described.get(service.typeName);
    for (const [index, method] of service.methods.entries()) {
      const local = written?.methods[index]?.local ?? "";
      if (isChanged(local)) yield find("renamed", method, `the method ${local}`);
    }
  }
}

/** A proto name has no `$`, so one in a name of the output tells that it gave way to another. */
function isChanged(name: string): boolean {
  return name.includes("$");
}
