import { docBlock, identifier, Imports, type Code } from "../../kit/code/code.js";
import type { Page } from "../../kit/render/page.js";
import type { Group, RestApi, RestOperation } from "../model/rest-api.js";
import type { CallView } from "./calls.js";
import { isRuntimeGuard } from "./guard-names.js";
import type { GuardWriter } from "./guards.js";
import { createOperationView, type OperationView } from "./operation-view.js";
import type { RepresentationsWriter } from "./representations.js";
import { TypePrinter } from "./types.js";

/** The file of a group. */
export type GroupView = {
  readonly imports: readonly Code[];
  readonly operations: readonly OperationView[];
  /** The class of the operations; false for those without a tag, which are methods of the client. */
  readonly group: GroupClassView | false;
};

/** The class of a group. */
export type GroupClassView = {
  readonly doc: Code;
  readonly name: Code;
  readonly session: Code;
  readonly methods: readonly CallView[];
};

/** State that all groups share. */
export interface GroupContext {
  readonly api: RestApi;
  readonly guards: GuardWriter;
  readonly representations: RepresentationsWriter;
}

/** The file of a group of operations. */
export function groupPage(group: Group, { api, guards, representations }: GroupContext): Page<GroupView> {
  const file = `../operations/${group.fileName}.js`;
  const imports = new Imports(listDeclaredNames(group), file);
  const types = new TypePrinter(api.schemas, imports, "../", file);
  const operations = group.operations.map((operation) =>
    createOperationView(operation, {
      types,
      imports,
      root: "../",
      operations: file,
      guards,
      representations,
      schemas: api.schemas,
      resolve: (name) => (api.requestShapes.get(name) ?? api.schemas.get(name))?.shape ?? {},
      useGuard: (shape, hint) => {
        const name = guards.useGuard(shape, hint);
        return imports.value(isRuntimeGuard(name) ? "../runtime/guard.js" : "../guards.js", name);
      },
    }),
  );
  const { property, className, description } = group;
  const classView = property !== undefined && {
    doc: docBlock({ text: description || `The operations of ${property}.` }),
    name: identifier(className),
    session: imports.type("../runtime/session.js", "Session"),
    methods: operations.flatMap(({ methods }) => methods),
  };
  return {
    path: `src/operations/${group.fileName}.ts`,
    template: "rest/src/operations/[group].ts",
    view: { operations: operations.map(({ view }) => view), group: classView, imports: imports.lines() },
  };
}

/** Names that a group's file declares, and those of the language that it uses. */
function listDeclaredNames({ property, className, operations }: Group): readonly string[] {
  const own = operations.flatMap((one) => [
    ...listExportedValues(one),
    ...listExportedTypes(one),
    `${one.functionName}Operation`,
    `${one.functionName}Pagination`,
  ]);
  const inCalls = operations.flatMap(({ parameters }) => parameters.map(({ argument }) => argument));
  return [
    ...(property === undefined ? [] : [className]),
    ...own,
    ...inCalls,
    "body",
    "options",
    "session",
    "value",
    "status",
    "error",
  ];
}

/** The values that a group's file exports of an operation. */
export function listExportedValues({
  functionName,
  find,
  pagination,
  errors,
}: RestOperation): readonly string[] {
  return [
    functionName,
    ...(find ? [find.functionName] : []),
    ...(pagination ? [pagination.all.functionName, pagination.pages.functionName] : []),
    ...(errors ? [errors.guardName] : []),
  ];
}

/** The types that a group's file exports of an operation. */
export function listExportedTypes({ parametersType, aliases, errors }: RestOperation): readonly string[] {
  return [
    ...(parametersType === undefined ? [] : [parametersType]),
    ...aliases.map(({ name }) => name),
    ...(errors ? [errors.typeName] : []),
  ];
}
