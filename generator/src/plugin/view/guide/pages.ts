/**
 * The guide of an SDK: the API in words, as modules of plain data that tools read (docs/guide.md). An index has a line a
 * method; a module for each proto file has its services and types, and is loaded when it is asked for.
 */
import {
  code,
  exportAllFrom,
  laidOut,
  ModuleImports,
  relativeImport,
  string,
  summaryText,
} from "../../../kit/code/code.js";
import { groupBy } from "../../../kit/group-by.js";
import type { Page } from "../../../kit/render/page.js";
import type { Api, File, Package, Service } from "../../model/api.js";
import type { Guide, GuideType } from "../../model/guide.js";
import type { Options } from "../../options.js";
import { layoutOf, type Layout } from "../modules.js";
import { serviceData } from "./service-data.js";
import { enumData, messageData } from "./type-data.js";

/** A proto file with something to say. */
interface Part {
  readonly file: File;
  readonly entry: string;
  readonly services: readonly Service[];
  readonly types: readonly GuideType[];
}

/** Folder of the guide's modules, from the top of the sources. */
const folder = "guide";

/** Lists the files of a guide. */
export function guidePages(api: Api, guide: Guide, options: Options): readonly Page[] {
  const types = groupBy([...guide.types.values()], ({ type }) => type.module);
  const parts = api.packages
    .flatMap((one) => one.files.map((file) => partOf(file, one, types.get(file.module) ?? [], options)))
    .filter(({ services, types: own }) => services.length > 0 || own.length > 0);
  const layout = { ...layoutOf(options), codegen: `${options.runtime}/guide-v1` };
  return [indexPage(parts, options, layout), ...parts.map((one) => filePage(one, guide, layout))];
}

function partOf(
  file: File,
  { directory }: Package,
  types: readonly GuideType[],
  { hasClients }: Options,
): Part {
  return { file, entry: `./${directory}`, services: hasClients ? file.services : [], types };
}

/** The index, and how its parts are loaded. */
function indexPage(parts: readonly Part[], options: Options, layout: Layout): Page {
  const module = `${folder}/index`;
  const imports = new ModuleImports(module, layout, ["guide", "modules"]);
  const { packageName, packageVersion, sessionName, hasClients } = options;
  const data = {
    version: 1,
    protocol: "grpc",
    package: { name: packageName ?? sessionName, version: packageVersion },
    session: hasClients ? sessionName : undefined,
    services: parts
      .flatMap(({ file, services }) => services.map((one) => entryData(one, file)))
      .sort((a, b) => (a.words.join(" ") < b.words.join(" ") ? -1 : 1)),
  };
  return {
    path: `${layout.root}${module}.ts`,
    template: "sdk/src/guide/index.ts",
    view: {
      /** The types of guides, and how their parts are loaded. */
      forms: exportAllFrom(layout.codegen),
      guideType: imports.runtimeType("Guide"),
      modulesType: imports.runtimeType("GuideModules"),
      guide: laidOut(data, "export const guide: Guide = ".length),
      modules: parts.map(({ file }) => {
        const path = relativeImport(module, `${folder}/${file.module}`, layout.extension);
        return code`${string(file.module)}: () => import(${string(path)})`;
      }),
      imports: imports.lines(),
    },
  };
}

function entryData({ words, typeName, doc, methods }: Service, { module }: File) {
  return {
    words,
    name: typeName,
    module,
    text: summaryText(doc.text),
    isDeprecated: doc.deprecated === undefined ? undefined : true,
    methods: methods.map(({ command: { word, role, effect }, doc: { text } }) => [
      word,
      role === "unknown" ? "other" : role,
      effect,
      summaryText(text),
    ]),
  };
}

/** The module of a proto file. */
function filePage({ file, entry, services, types }: Part, guide: Guide, layout: Layout): Page {
  const module = `${folder}/${file.module}`;
  const imports = new ModuleImports(module, layout, ["file"]);
  const data = {
    source: file.source,
    entry,
    uses: usedModules(file, services, types, guide),
    services: services.map((one) => serviceData(one)),
    messages: byName(
      types.flatMap((one) => (one.kind === "message" ? [[one.typeName, messageData(one)] as const] : [])),
    ),
    enums: byName(
      types.flatMap((one) => (one.kind === "enum" ? [[one.typeName, enumData(one)] as const] : [])),
    ),
  };
  return {
    path: `${layout.root}${module}.ts`,
    template: "sdk/src/guide/[file].ts",
    view: {
      type: imports.runtimeType("GuideFile"),
      data: laidOut(data, "export const file: GuideFile = ".length),
      imports: imports.lines(),
    },
  };
}

/** Compilers make a union of the elements of a list, which for thousands of them is too much; not so of members. */
function byName(entries: readonly (readonly [name: string, data: object])[]): object {
  return Object.fromEntries(entries);
}

/** The other modules whose types are named, in their order. */
function usedModules(
  { module }: File,
  services: readonly Service[],
  types: readonly GuideType[],
  guide: Guide,
): readonly string[] {
  const named = [
    ...types.flatMap((one) => (one.kind === "message" ? one.fields.map(({ typeName }) => typeName) : [])),
    ...services.flatMap(({ methods }) =>
      methods.flatMap(({ request, response, operation }) => [
        request.typeName,
        response.typeName,
        operation?.named?.response?.response.typeName,
        operation?.named?.metadata?.typeName,
      ]),
    ),
  ];
  const modules = new Set(
    named.flatMap((one) => {
      const { type } = guide.types.get(one ?? "") ?? {};
      // Readers know the well-known types.
      return type && type.shared === undefined ? type.module : [];
    }),
  );
  modules.delete(module);
  return [...modules].sort();
}
