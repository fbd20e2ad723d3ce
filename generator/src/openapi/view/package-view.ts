import {
  docBlock,
  exportFrom,
  identifier,
  Imports,
  json,
  laidOut,
  type Code,
  type Imported,
} from "../../code/code.js";
import type { Page } from "../../render/page.js";
import type { RestApi } from "../model/rest-api.js";
import { clientName, type PackageNames } from "./package-names.js";
import { isSessionOwn, optionsName, sessionModule } from "./session-view.js";
import { typesOf, valuesOf } from "./group-view.js";
import { LocalTypePrinter } from "./types.js";
import { readersOf } from "./readers.js";

/** A file that says the same in every package. */
type FixedView = Readonly<Record<string, never>>;

export function fixedPage(path: string): Page<FixedView> {
  return { path, template: `rest/${path}`, view: {} };
}

/** `package.json`. */
export type PackageView = {
  readonly name: Code;
  readonly version: Code;
  readonly description: Code;
};

export function packagePage(
  { title, description }: RestApi,
  { packageName, packageVersion }: PackageNames,
): Page<PackageView> {
  const first = (description.split("\n\n")[0] ?? "").replace(/\s+/g, " ");
  return {
    path: "package.json",
    template: "rest/package.json",
    view: {
      name: json(packageName),
      version: json(packageVersion),
      description: json(`Client of the API ${title}. ${first}`.trim()),
    },
  };
}

/** The entry point. */
export type EntryView = {
  readonly client: Code;
  /** What only this API has: its operations, models, guards, and readers of its formats. */
  readonly exports: readonly Code[];
  readonly isLimited: boolean;
  readonly isExtended: boolean;
};

export function entryPage(api: RestApi, names: PackageNames, isExtended: boolean): Page<EntryView> {
  const models = [...api.schemas.values()].filter(({ isComponent }) => isComponent);
  return {
    path: entryPath,
    template: "rest/src/index.ts",
    view: {
      client: clientName(names),
      exports: [
        ...(isSessionOwn(api) ? exportsOf("./session.js", [], [optionsName(names)]) : []),
        ...exportsOf(sessionModule(api, "./"), ["Session"], []),
        ...api.groups.flatMap(({ property, className, fileName, operations }) =>
          exportsOf(
            `./operations/${fileName}.js`,
            [...(property === undefined ? [] : [className]), ...operations.flatMap(valuesOf)],
            operations.flatMap(typesOf),
          ),
        ),
        ...exportsOf(
          "./models.js",
          [],
          models.flatMap(({ typeName, requestName }) => [typeName, ...(requestName ? [requestName] : [])]),
        ),
        ...exportsOf(
          "./guards.js",
          models.map(({ guardName }) => guardName),
          [],
        ),
        ...readersOf(api.formats).flatMap(({ file, functions, types }) =>
          exportsOf(`./runtime/values/${file}.js`, functions, types),
        ),
      ],
      isLimited: api.listLimit !== undefined,
      isExtended,
    },
  };
}

/** The place of the entry point. */
export const entryPath = "src/index.ts";

/** An export of values and types, or nothing where nothing is exported. */
function exportsOf(module: string, values: readonly string[], types: readonly string[]): readonly Code[] {
  const names: readonly Imported[] = [
    ...values.map((name) => ({ name, isTypeOnly: false })),
    ...types.map((name) => ({ name, isTypeOnly: true })),
  ];
  return names.length === 0 ? [] : [exportFrom(module, names)];
}

/** The types of schemas that have names. */
export type ModelsView = {
  readonly imports: readonly Code[];
  readonly models: readonly ModelView[];
};

type ModelView = {
  readonly doc: Code;
  readonly name: Code;
  readonly type: Code;
};

export function modelsPage({ schemas: named }: RestApi): Page<ModelsView> {
  const schemas = [...named.values()];
  const imports = new Imports(schemas.flatMap(({ typeName, requestName }) => [typeName, requestName ?? ""]));
  const types = new LocalTypePrinter(named, imports);
  const models = schemas.flatMap(
    ({ typeName, requestName, type, requestType, description, isDeprecated }) => {
      const doc = docBlock(isDeprecated ? { text: description, deprecated: "" } : { text: description });
      const own = { doc, name: identifier(typeName), type: types.print(type) };
      if (requestName === undefined || requestType === undefined) return [own];
      const request = docBlock({ text: `${typeName} as it is sent: without what only answers have.` });
      return [own, { doc: request, name: identifier(requestName), type: types.print(requestType) }];
    },
  );
  return {
    path: "src/models.ts",
    template: "rest/src/models.ts",
    view: { models, imports: imports.lines() },
  };
}

/** What guards check, as data. */
export type ShapesView = {
  readonly shapes: Code;
  readonly answers: Code;
};

export function shapesPage({ groups, schemas }: RestApi): Page<ShapesView> {
  const operations = groups.flatMap((group) => group.operations);
  const answers = operations.flatMap(({ label, answer }) =>
    answer.shape ? [[label, answer.shape] as const] : [],
  );
  return {
    path: "src/shapes.ts",
    template: "rest/src/shapes.ts",
    // The largest file of a package, and data alone.
    isLaidOut: true,
    view: {
      shapes: laidOut(
        Object.fromEntries([...schemas].map(([name, { shape }]) => [name, shape])),
        "export const shapes: Shapes = ".length,
      ),
      answers: laidOut(Object.fromEntries(answers), "export const answers: Shapes = ".length),
    },
  };
}

/** The bound that lists share. */
export type TruncationView = { readonly limit: Code };

/** None where lists have no bound, or several. */
export function truncationPages({ listLimit }: RestApi): readonly Page<TruncationView>[] {
  if (listLimit === undefined) return [];
  const view = { limit: json(listLimit) };
  return [{ path: "src/truncation.ts", template: "rest/src/truncation.ts", view }];
}
