import { docBlock, identifier, importFrom, type Code } from "../../code/code.js";
import type { Group, RestApi } from "../model/rest-api.js";
import type { GuardWriter } from "./guards.js";
import { operationView, type OperationView } from "./operation-view.js";
import { TypePrinter } from "./types.js";

/** One import of a file. */
export interface ImportView {
  readonly code: Code;
}

/** The file of a group. */
export interface GroupView {
  readonly imports: readonly ImportView[];
  /** Some answer can be compared with its description. */
  readonly isDescribed: boolean;
  readonly operations: readonly OperationView[];
  /** The operations stand in a class of their own. */
  readonly isGroup: boolean;
  readonly className: Code;
  readonly doc: Code;
  /** Names of the file's functions, its parameter types, and the types that they are made of. */
  readonly functions: readonly string[];
  readonly parameterTypes: readonly string[];
  readonly models: readonly string[];
  readonly roots: readonly string[];
}

/** What all groups share. */
export interface GroupContext {
  readonly api: RestApi;
  readonly guards: GuardWriter;
  readonly guardTypes: TypePrinter;
  readonly take: (name: string) => string;
}

export function groupView(group: Group, { api, guards, guardTypes, take }: GroupContext): GroupView {
  const types = new TypePrinter(api.schemas);
  const used = new Set<string>();
  const shapes = new Map(api.schemas.map(({ name, shape }) => [name, shape]));
  const resolve = (name: string) => shapes.get(name) ?? {};
  const printers = { types, guardTypes, guards, resolve, take, used };
  const operations = group.operations.map((operation) => operationView(operation, printers));
  const names = [...used].sort();
  return {
    imports: [
      ...importsOf(
        "../guards.js",
        names.filter((name) => !guards.isRuntime(name)),
        false,
      ),
      ...importsOf("../models.js", types.usedModels, true),
      ...importsOf("../types.js", types.usedRoots, true),
      ...importsOf(
        "../runtime/guard.js",
        names.filter((name) => guards.isRuntime(name)),
        false,
      ),
    ],
    isDescribed: operations.some(({ guard }) => guard !== false),
    operations,
    isGroup: group.property !== undefined,
    className: identifier(group.className),
    doc: docBlock({ text: group.description || `The operations of ${group.property ?? "the API"}.` }),
    functions: group.operations.flatMap(({ functionName, find }) => [
      functionName,
      ...(find ? [find.functionName] : []),
    ]),
    parameterTypes: group.operations.flatMap(({ parametersType }) => parametersType ?? []),
    models: types.usedModels,
    roots: types.usedRoots,
  };
}

/** An import, or nothing where nothing is imported. */
export function importsOf(module: string, names: readonly string[], isTypeOnly: boolean): ImportView[] {
  return names.length === 0
    ? []
    : [
        {
          code: importFrom(
            module,
            names.map((name) => ({ name, isTypeOnly })),
          ),
        },
      ];
}
