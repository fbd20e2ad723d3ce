import { docBlock, type Code } from "../../code/code.js";
import type { Page } from "../../render/page.js";
import { exportNames } from "../model/names.js";
import type { RestApi } from "../model/rest-api.js";
import { clientPage } from "./client-view.js";
import { groupPage } from "./group-view.js";
import { GuardWriter, type GuardView, type PatternView } from "./guards.js";
import { importsOf } from "./imports.js";
import type { PackageNames } from "./package-names.js";
import {
  entryPage,
  fixedPage,
  modelsPage,
  packagePage,
  shapesPage,
  truncationPages,
} from "./package-view.js";
import { readmePage } from "./readme-view.js";
import { TypePrinter } from "./types.js";

/**
 * The API in source text: a page for every file that is rendered, each with a view of its own type. A view holds
 * `Code`, yes and no, views, and lists of them; so what a description says comes into a file by `code/` alone.
 */
export function pagesOf(api: RestApi, names: PackageNames, isExtended: boolean): readonly Page[] {
  const take = namesFor(api);
  const guards = new GuardWriter(new Map(api.schemas.map((schema) => [schema.name, schema])), take);
  const guardTypes = new TypePrinter(api.schemas);
  writeNamed(api, guards, guardTypes);
  const groups = api.groups.map((group) => groupPage(group, { api, guards, guardTypes, take }));
  return [
    packagePage(api, names),
    fixedPage("tsconfig.json"),
    readmePage(api, names),
    modelsPage(api),
    shapesPage(api),
    fixedPage("src/described.ts"),
    guardsPage(guards, guardTypes),
    clientPage(
      api,
      names,
      groups.map(({ own }) => own),
    ),
    entryPage(api, names, isExtended),
    fixedPage("src/testing.ts"),
    ...groups.map(({ page }) => page),
    ...truncationPages(api),
  ];
}

/** Gives names to guards that no one else has. */
function namesFor(api: RestApi): (name: string) => string {
  const scope = exportNames();
  for (const { typeName, guardName } of api.schemas) scope.reserve(typeName, guardName);
  for (const { className, operations } of api.groups) {
    scope.reserve(className, ...operations.flatMap((one) => [one.functionName, one.parametersType ?? ""]));
  }
  return (name) => scope.take(name);
}

/** The guards of schemas that have names. */
function writeNamed(api: RestApi, guards: GuardWriter, types: TypePrinter): void {
  for (const { name, typeName, guardName, shape } of api.schemas) {
    const isTyped = typeName !== "";
    const doc = docBlock({ text: isTyped ? `Whether the value matches ${typeName} as described.` : "" });
    guards.write(guardName, shape, doc, isTyped && types.print({ kind: "named", schema: name }));
  }
}

/** The file of all guards. */
type GuardsView = {
  readonly imports: readonly Code[];
  readonly patterns: readonly PatternView[];
  readonly guards: readonly GuardView[];
};

/** Made when all else is: operations need guards of their own. */
function guardsPage(guards: GuardWriter, types: TypePrinter): Page<GuardsView> {
  return {
    path: "src/guards.ts",
    template: "rest/src/guards.ts",
    view: {
      imports: [
        ...importsOf("./models.js", types.usedModels, true),
        ...importsOf("./runtime/guard.js", guards.runtimeNames, false),
        ...importsOf("./types.js", types.usedRoots, true),
      ],
      patterns: guards.patterns,
      guards: guards.guards,
    },
  };
}
