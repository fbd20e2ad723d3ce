import { docBlock, json, type Code } from "../../code/code.js";
import { exportNames } from "../model/names.js";
import type { Group, RestApi } from "../model/rest-api.js";
import type { Extension } from "../read/extension.js";
import { groupView, importsOf, type GroupView } from "./group-view.js";
import { GuardWriter } from "./guards.js";
import {
  clientView,
  indexView,
  limitOf,
  modelsView,
  packageView,
  readmeView,
  type PackageNames,
} from "./package-view.js";
import { TypePrinter } from "./types.js";

/** A file to be rendered: its place, its template and what the template needs. */
export interface FileView {
  readonly path: string;
  readonly template: string;
  readonly view: object;
}

/** The entry point of the package. */
export const entryPath = "src/index.ts";

/** Every file that is rendered for an API. */
export function fileViews(
  api: RestApi,
  names: PackageNames,
  extension: Extension | undefined,
): readonly FileView[] {
  const scope = exportNames();
  for (const { typeName, guardName } of api.schemas) scope.reserve(typeName, guardName);
  for (const { className, operations } of api.groups) {
    scope.reserve(className, ...operations.flatMap((one) => [one.functionName, one.parametersType ?? ""]));
  }
  const take = (name: string): string => scope.take(name);
  const guards = new GuardWriter(new Map(api.schemas.map((schema) => [schema.name, schema])), take);
  const guardTypes = new TypePrinter(api.schemas);
  writeNamed(api, guards, guardTypes);
  const context = { api, guards, guardTypes, take };
  const groups = api.groups.map((group) => ({ group, view: groupView(group, context) }));
  const limit = limitOf(api);
  return [
    file("package.json", packageView(api, names)),
    file("tsconfig.json", {}),
    file("README.md", readmeView(api, names)),
    file("src/models.ts", modelsView(api)),
    file("src/shapes.ts", shapesView(api)),
    file("src/described.ts", {}),
    file("src/guards.ts", guardsView(guards, guardTypes)),
    file("src/client.ts", {
      ...clientView(api, names),
      ...ownOperations(groups),
    }),
    file(entryPath, indexView(api, names, extension !== undefined)),
    file("src/testing.ts", {}),
    ...groups.map(({ group, view }) =>
      file(`src/operations/${group.fileName}.ts`, view, "src/operations/[group].ts"),
    ),
    ...(limit === undefined ? [] : [file("src/truncation.ts", { limit: json(limit) })]),
  ];
}

interface GroupFile {
  readonly group: Group;
  readonly view: GroupView;
}

/** Operations of no tag, which stand on the client itself, and what they need there. */
function ownOperations(groups: readonly GroupFile[]): object {
  const own = groups.filter(({ view }) => !view.isGroup);
  const imports = own.flatMap(({ group, view }) => [
    ...importsOf(`./operations/${group.fileName}.js`, view.functions, false),
    ...importsOf(`./operations/${group.fileName}.js`, view.parameterTypes, true),
    ...importsOf("./models.js", view.models, true),
    ...importsOf("./types.js", view.roots, true),
  ]);
  return { imports, own: own.map(({ view }) => view) };
}

function file(path: string, view: object, template = path): FileView {
  return { path, template: `rest/${template}`, view };
}

/** The guards of schemas that have names. */
function writeNamed(api: RestApi, guards: GuardWriter, types: TypePrinter): void {
  for (const { name, typeName, guardName, shape } of api.schemas) {
    const isTyped = typeName !== "";
    const type: Code | false = isTyped && types.print({ kind: "named", schema: name });
    guards.write(
      guardName,
      shape,
      docBlock({ text: isTyped ? `The value is as ${typeName} is described.` : "" }),
      type,
    );
  }
}

function shapesView(api: RestApi): object {
  const operations = api.groups.flatMap((group) => group.operations);
  const answers = operations.flatMap(({ label, answer }) =>
    answer.shape ? [[label, answer.shape] as const] : [],
  );
  return {
    shapes: json(Object.fromEntries(api.schemas.map(({ name, shape }) => [name, shape]))),
    answers: json(Object.fromEntries(answers)),
  };
}

function guardsView(guards: GuardWriter, types: TypePrinter): object {
  return {
    imports: [
      ...importsOf("./models.js", types.usedModels, true),
      ...importsOf("./runtime/guard.js", guards.runtimeNames, false),
      ...importsOf("./types.js", types.usedRoots, true),
    ],
    patterns: guards.patterns,
    guards: guards.guards,
  };
}
