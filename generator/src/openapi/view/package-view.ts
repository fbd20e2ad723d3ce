import { docBlock, exportFrom, identifier, json, string, type Code, type Imported } from "../../code/code.js";
import type { Page } from "../../render/page.js";
import type { Group, RestApi } from "../model/rest-api.js";
import { clientName, type PackageNames } from "./package-names.js";
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
  const models = api.schemas.filter(({ typeName }) => typeName !== "");
  return {
    path: entryPath,
    template: "rest/src/index.ts",
    view: {
      client: clientName(names),
      exports: [
        ...api.groups.flatMap((group) =>
          exportsOf(`./operations/${group.fileName}.js`, valuesOf(group), typesOf(group)),
        ),
        ...exportsOf(
          "./models.js",
          [],
          models.map(({ typeName }) => typeName),
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
      isLimited: limitOf(api) !== undefined,
      isExtended,
    },
  };
}

/** The place of the entry point. */
export const entryPath = "src/index.ts";

function valuesOf({ property, className, operations }: Group): readonly string[] {
  const functions = operations.flatMap(({ functionName, find }) =>
    find ? [functionName, find.functionName] : [functionName],
  );
  return property === undefined ? functions : [className, ...functions];
}

function typesOf({ operations }: Group): readonly string[] {
  return operations.flatMap(({ parametersType }) => parametersType ?? []);
}

/** An export of values and types, or nothing where nothing is exported. */
function exportsOf(module: string, values: readonly string[], types: readonly string[]): readonly Code[] {
  const names: readonly Imported[] = [
    ...values.map((name) => ({ name, isTypeOnly: false })),
    ...types.map((name) => ({ name, isTypeOnly: true })),
  ];
  return names.length === 0 ? [] : [exportFrom(module, names)];
}

/** The types of schemas that have names. */
export type ModelsView = { readonly models: readonly ModelView[] };

type ModelView = {
  readonly doc: Code;
  readonly name: Code;
  readonly key: Code;
};

export function modelsPage({ schemas }: RestApi): Page<ModelsView> {
  const models = schemas.filter(({ typeName }) => typeName !== "");
  return {
    path: "src/models.ts",
    template: "rest/src/models.ts",
    view: {
      models: models.map(({ name, typeName, description, isDeprecated }) => ({
        doc: docBlock(isDeprecated ? { text: description, deprecated: "" } : { text: description }),
        name: identifier(typeName),
        key: string(name),
      })),
    },
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
    view: {
      shapes: json(Object.fromEntries(schemas.map(({ name, shape }) => [name, shape]))),
      answers: json(Object.fromEntries(answers)),
    },
  };
}

/** The bound that lists share. */
export type TruncationView = { readonly limit: Code };

/** None where lists have no bound, or several. */
export function truncationPages(api: RestApi): readonly Page<TruncationView>[] {
  const limit = limitOf(api);
  if (limit === undefined) return [];
  return [{ path: "src/truncation.ts", template: "rest/src/truncation.ts", view: { limit: json(limit) } }];
}

/** The most items of a search or list: what all lists with a bound share, or undefined. */
export function limitOf(api: RestApi): number | undefined {
  const limits = new Set(
    api.groups.flatMap(({ operations }) => operations.flatMap(({ answer }) => answer.maxItems ?? [])),
  );
  const [limit, ...others] = limits;
  return others.length === 0 ? limit : undefined;
}
