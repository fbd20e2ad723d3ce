/** The functions for the names of a package's resources, in one module. */
import {
  code,
  docBlock,
  identifier,
  joined,
  ModuleImports,
  objectOf,
  string,
  type Code,
} from "../../kit/code/code.js";
import { NamePool, withSuffix } from "../../kit/text/name-pool.js";
import type { Page } from "../../kit/render/page.js";
import type { NamedResource } from "../model/aip-model.js";
import type { Package } from "../model/api.js";
import type { Layout } from "./modules.js";

/** Path of the module from the top of the sources, without extension. */
export function resourceNamesModule({ directory }: Pick<Package, "directory">): string {
  return `${directory}/resource-names`;
}

/** The module of a package; none if it has no resources. */
export function resourceNamesPages(one: Package, layout: Layout): Page[] {
  const { resources } = one;
  if (resources.length === 0) return [];
  const module = resourceNamesModule(one);
  const own = resources.flatMap(({ path, parse, pathType, partsType }) => [path, parse, pathType, partsType]);
  const constants = new NamePool({ reserved: own });
  const taken = resources.map(({ path }) =>
    constants.take(withSuffix(path.replace(/Path(?=\$|\d|$)/, "Names"), "$")),
  );
  const imports = new ModuleImports(module, layout, [...own, ...taken]);
  const views = resources.map((resource, index) => resourceView(resource, taken[index] ?? "", imports));
  return [
    {
      path: `${layout.root}${module}.ts`,
      template: "sdk/src/[package]/resource-names.ts",
      view: { imports: imports.lines(), resources: views },
    },
  ];
}

function resourceView(resource: NamedResource, constant: string, imports: ModuleImports) {
  const { type, patterns, path, parse, pathType, partsType } = resource;
  const shown = patterns.map(({ text }) => `\`${text}\``).join(", ");
  return {
    constant: identifier(constant),
    type: string(type),
    name: imports.aipType("ResourceName"),
    names: imports.aipType("ResourceNames"),
    make: imports.aipValue("resourceNames"),
    patterns: joined(
      patterns.map(({ text }) => string(text)),
      ", ",
    ),
    parts: joined(
      patterns.map(({ variables }) => partsCode(variables)),
      " | ",
    ),
    path: identifier(path),
    parse: identifier(parse),
    pathType: identifier(pathType),
    partsType: identifier(partsType),
    partsDoc: docBlock({ text: `The parts of a name of \`${type}\`: ${shown}.` }),
    typeDoc: docBlock({ text: `A name of \`${type}\`, made by \`${path}\`.` }),
    pathDoc: docBlock({
      text: `The name of a \`${type}\`: ${shown}. Throws a TypeError for a part that is empty or has a slash.`,
    }),
    parseDoc: docBlock({
      text: `The parts of the name of a \`${type}\`; undefined if it is the name of something else.`,
    }),
  };
}

/** `{ project: string, secret: string }` */
function partsCode(variables: readonly string[]): Code {
  return objectOf(variables.map((one) => [one, code`string`] as const));
}
