/** Finds names of the API that another name in TypeScript replaces. */
import type { DescService } from "@bufbuild/protobuf";
import type { Described } from "../model/describe.js";
import type { Service } from "../model/api.js";
import { typesOf } from "../source/shared-types.js";
import type { Find, Finding } from "./finding.js";

/** Examines the types, fields and methods that code is generated for. */
export function* findRenamed(
  { moduleFiles, names }: Pick<Described, "moduleFiles" | "names">,
  services: Iterable<DescService>,
  described: ReadonlyMap<string, Service>,
  find: Find,
): Iterable<Finding> {
  for (const type of moduleFiles.flatMap(typesOf)) {
    const { name } = names.type(type);
    if (isChanged(name)) yield find("NAME_CLASH", type, `the type ${name}`);
    if (type.kind === "enum") continue;
    for (const member of [...type.fields, ...type.oneofs]) {
      const property = names.property(member);
      if (isChanged(property)) yield find("NAME_CLASH", member, `the property ${property}`);
    }
  }
  for (const service of services) {
    const written = described.get(service.typeName);
    for (const [index, method] of service.methods.entries()) {
      const local = written?.methods[index]?.local ?? "";
      if (isChanged(local)) yield find("NAME_CLASH", method, `the method ${local}`);
    }
  }
}

/** Whether the name was changed to avoid a clash: proto names never contain `$`. */
function isChanged(name: string): boolean {
  return name.includes("$");
}
