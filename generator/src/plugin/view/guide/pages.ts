/** The files of a guide: an index with a line a method, and a module for each proto file, loaded when it is asked for. */
import {
  code,
  exportAllFrom,
  layOutJson,
  ModuleImports,
  relativeImport,
  string,
} from "../../../kit/code/code.js";
import type { CompleteGuide } from "../../../kit/complete-guide.js";
import type { Page } from "../../../kit/render/page.js";
import type { Options } from "../../options.js";
import { resolveLayout, type Layout } from "../modules.js";

/** Folder of the guide's modules, from the top of the sources. */
const folder = "guide";

/** Lists the files of a guide. */
export function guidePages({ index, files }: CompleteGuide, options: Options): readonly Page[] {
  const layout = { ...resolveLayout(options), codegen: `${options.runtime}/generated/guide-v1` };
  return [
    indexPage(index, [...files.keys()], layout),
    ...[...files].map(([key, data]) => filePage(`${folder}/${key}`, data, layout)),
  ];
}

/** The index, and how its parts are loaded. */
function indexPage(index: CompleteGuide["index"], keys: readonly string[], layout: Layout): Page {
  const module = `${folder}/index`;
  const imports = new ModuleImports(module, layout, ["guide", "modules"]);
  return {
    path: `${layout.root}${module}.ts`,
    template: "sdk/src/guide/index.ts",
    view: {
      /** The types of guides, and how their parts are loaded. */
      forms: exportAllFrom(layout.codegen),
      guideType: imports.runtimeType("Guide"),
      modulesType: imports.runtimeType("GuideModules"),
      guide: layOutJson(index, "export const guide: Guide = ".length),
      modules: keys.map((key) => {
        const path = relativeImport(module, `${folder}/${key}`, layout.extension);
        return code`${string(key)}: () => import(${string(path)})`;
      }),
      imports: imports.lines(),
    },
  };
}

/** The module of a proto file. */
function filePage(module: string, data: object, layout: Layout): Page {
  const imports = new ModuleImports(module, layout, ["file"]);
  return {
    path: `${layout.root}${module}.ts`,
    template: "sdk/src/guide/[file].ts",
    view: {
      type: imports.runtimeType("GuideFile"),
      data: layOutJson(data, "export const file: GuideFile = ".length),
      imports: imports.lines(),
    },
  };
}
