import { docBlock, identifier, type Code } from "../../code/code.js";
import type { Page } from "../../render/page.js";
import type { Group, RestApi } from "../model/rest-api.js";
import type { CallView } from "./calls.js";
import { isRuntimeGuard } from "./guard-names.js";
import type { GuardWriter } from "./guards.js";
import { importsOf } from "./imports.js";
import { operationView, type OperationView } from "./operation-view.js";
import { TypePrinter } from "./types.js";

/** The file of a group. */
export type GroupView = {
  readonly imports: readonly Code[];
  /** Some answer can be compared with its description. */
  readonly isDescribed: boolean;
  readonly operations: readonly OperationView[];
  /** The class in which the operations stand; false for those of no tag, which stand on the client. */
  readonly group: GroupClassView | false;
};

/** The class of a group. */
export type GroupClassView = {
  readonly doc: Code;
  readonly name: Code;
  readonly methods: readonly CallView[];
};

/** Operations that stand on the client itself, and what its file needs for them. */
export interface OwnOperations {
  readonly imports: readonly Code[];
  readonly methods: readonly CallView[];
}

/** A group's file, and what of it stands on the client: nothing where the group has a class. */
export interface GroupPage {
  readonly page: Page<GroupView>;
  readonly own: OwnOperations;
}

/** What all groups share. */
export interface GroupContext {
  readonly api: RestApi;
  readonly guards: GuardWriter;
  readonly guardTypes: TypePrinter;
  readonly take: (name: string) => string;
}

/** The file of a group of operations. */
export function groupPage(group: Group, { api, guards, guardTypes, take }: GroupContext): GroupPage {
  const types = new TypePrinter(api.schemas);
  const used = new Set<string>();
  const shapes = new Map(api.schemas.map(({ name, shape }) => [name, shape]));
  const resolve = (name: string) => shapes.get(name) ?? {};
  const printers = { types, guardTypes, guards, resolve, take, used };
  const operations = group.operations.map((operation) => operationView(operation, printers));
  const names = [...used].sort();
  const ofRuntime = names.filter(isRuntimeGuard);
  const written = names.filter((name) => !isRuntimeGuard(name));
  const { property, className, description } = group;
  const view: GroupView = {
    imports: [
      ...importsOf("../guards.js", written, false),
      ...importsOf("../models.js", types.usedModels, true),
      ...importsOf("../types.js", types.usedRoots, true),
      ...importsOf("../runtime/guard.js", ofRuntime, false),
    ],
    isDescribed: operations.some(({ view }) => view.guard !== false),
    operations: operations.map(({ view }) => view),
    group: property !== undefined && {
      doc: docBlock({ text: description || `The operations of ${property}.` }),
      name: identifier(className),
      methods: operations.flatMap(({ calls }) => calls.methods),
    },
  };
  return {
    page: {
      path: `src/operations/${group.fileName}.ts`,
      template: "rest/src/operations/[group].ts",
      view,
    },
    own:
      property === undefined
        ? {
            imports: ownImports(group, types),
            methods: operations.flatMap(({ calls }) => calls.ownMethods),
          }
        : { imports: [], methods: [] },
  };
}

/** What the client's file needs for operations of no tag. */
function ownImports({ fileName, operations }: Group, types: TypePrinter): readonly Code[] {
  const file = `./operations/${fileName}.js`;
  const functions = operations.flatMap(({ functionName, find }) =>
    find ? [functionName, find.functionName] : [functionName],
  );
  const parameterTypes = operations.flatMap(({ parametersType }) => parametersType ?? []);
  return [
    ...importsOf(file, functions, false),
    ...importsOf(file, parameterTypes, true),
    ...importsOf("./models.js", types.usedModels, true),
    ...importsOf("./types.js", types.usedRoots, true),
  ];
}
