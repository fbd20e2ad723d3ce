import { docBlock, Imports, type Code } from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import { createExportScope } from "../model/names.js";
import { hasClient, type RestApi } from "../model/rest-api.js";
import { clientPage } from "./client-view.js";
import { groupPage, listExportedTypes, listExportedValues } from "./group-view.js";
import { GuardWriter, type GuardView, type NamedGuard, type PatternView } from "./guards.js";
import type { RepresentationsWriter } from "./representations.js";
import type { PackageNames } from "./package-names.js";
import {
  bundlerPage,
  type Entries,
  entryPage,
  fixedPage,
  modelsPage,
  packagePage,
  schemasPage,
  shapesPage,
  telemetryPage,
  truncationPages,
} from "./package-pages.js";
import { readmePage } from "./readme-view.js";
import { sessionPages } from "./session-view.js";
import { webhookPages } from "./webhooks.js";

/**
 * The API as source text: a page for every rendered file, each with its own type of view. A view contains `Code`,
 * booleans, views and lists of them, so text of a description enters a file only through `code/`. Pages are created
 * on demand, so that those of a large API are not all in memory at once.
 */
export function* listPages(
  api: RestApi,
  names: PackageNames,
  {
    isExtended,
    representations,
    ...entries
  }: { readonly isExtended: boolean; readonly representations: RepresentationsWriter } & Entries,
): Iterable<Page> {
  const takeName = createGuardNamer(api);
  const requests = [...api.requestShapes].map(([key, { schema, shape }]): readonly [string, NamedGuard] => [
    key,
    { guardName: takeName(`is${api.schemas.get(schema)?.requestName ?? "Request"}`), shape },
  ]);
  const guards = new GuardWriter(new Map([...api.schemas, ...requests]), takeName);
  const imports = new Imports(["described", ...[...api.schemas.values()].map(({ guardName }) => guardName)]);
  writeSchemaGuards(api, guards, imports);
  for (const [, { guardName, shape }] of requests)
    guards.write(guardName, shape, docBlock({ text: "" }), false);
  for (const group of api.groups) yield groupPage(group, { api, guards, representations });
  yield* webhookPages(api, guards, representations);
  yield* representations.pages();
  yield guardsPage(guards, imports);
  yield packagePage(api, names, entries);
  yield fixedPage("tsconfig.json");
  yield bundlerPage(entries);
  yield readmePage(api, names, entries);
  yield modelsPage(api);
  yield shapesPage(api);
  yield entryPage(api, names, isExtended);
  if (entries.hasStandardSchema) yield schemasPage(api);
  if (!hasClient(api)) return;
  yield clientPage(api, names);
  if (entries.hasLazyGroups) yield clientPage(api, names, true);
  yield* sessionPages(api, names);
  if (entries.hasTesting) yield fixedPage("src/testing.ts");
  if (entries.hasOpenTelemetry) yield telemetryPage(names);
  yield* truncationPages(api);
}

/** Returns a function that gives guards unique names. */
function createGuardNamer(api: RestApi): (name: string) => string {
  const scope = createExportScope();
  for (const { typeName, requestName, guardName } of api.schemas.values())
    scope.reserve(typeName, requestName ?? "", guardName);
  for (const { typeName, guardName } of api.webhooks) scope.reserve(typeName, guardName);
  for (const { className, operations } of api.groups) {
    scope.reserve(
      className,
      ...operations.flatMap((one) => [...listExportedValues(one), ...listExportedTypes(one)]),
    );
  }
  return (name) => scope.take(name);
}

/** Writes the guards of named schemas. */
function writeSchemaGuards(api: RestApi, guards: GuardWriter, imports: Imports): void {
  for (const { typeName, guardName, isComponent, shape } of api.schemas.values()) {
    const doc = docBlock({ text: isComponent ? `Whether the value matches ${typeName} as described.` : "" });
    guards.write(guardName, shape, doc, isComponent && imports.type("./models.js", typeName));
  }
}

/** The file of all guards. */
type GuardsView = {
  readonly imports: readonly Code[];
  /** The type of all shapes. */
  readonly description: Code;
  readonly patterns: readonly PatternView[];
  readonly guards: readonly GuardView[];
};

/** Created with the groups, because operations need separate guards. */
function guardsPage(guards: GuardWriter, imports: Imports): Page<GuardsView> {
  const description = imports.type("./runtime/shape.js", "Description");
  for (const name of guards.runtimeNames) imports.value("./runtime/guard.js", name);
  return {
    path: "src/guards.ts",
    template: "rest/src/guards.ts",
    view: { imports: imports.lines(), description, patterns: guards.patterns, guards: guards.guards },
  };
}
