import {
  docBlock,
  identifier,
  joined,
  json,
  literal,
  markdown,
  npmName,
  string,
  type Code,
} from "../../code/code.js";
import type { Group, RestApi, RestOperation } from "../model/rest-api.js";
import { readersOf } from "./readers.js";

/** What the user decides about the package. */
export interface PackageNames {
  /** `@svc/catalogue`. */
  readonly packageName: string;
  readonly packageVersion: string;
  /** `Catalogue`: the client is `CatalogueClient`, its error `CatalogueError`. */
  readonly name: string;
}

export function packageView(api: RestApi, { packageName, packageVersion }: PackageNames): object {
  const first = api.description.split("\n\n")[0] ?? "";
  return {
    name: json(packageName),
    version: json(packageVersion),
    description: json(`Client of the API ${api.title}. ${first.replace(/\s+/g, " ")}`.trim()),
  };
}

export function indexView(api: RestApi, names: PackageNames, isExtended: boolean): object {
  return {
    ...clientNames(names),
    groups: api.groups.map(({ fileName, className, property, operations }) => ({
      file: string(`./operations/${fileName}.js`),
      isGroup: property !== undefined,
      className: identifier(className),
      functions: operations
        .flatMap(({ functionName, find }) => [functionName, ...(find ? [find.functionName] : [])])
        .map((name) => ({ name: identifier(name) })),
      params: operations.flatMap(({ parametersType }) =>
        parametersType === undefined ? [] : [{ name: identifier(parametersType) }],
      ),
    })),
    hasModels: api.schemas.some(({ typeName }) => typeName !== ""),
    models: api.schemas
      .filter(({ typeName }) => typeName !== "")
      .map(({ typeName }) => ({ name: identifier(typeName) })),
    guards: api.schemas
      .filter(({ typeName }) => typeName !== "")
      .map(({ guardName }) => ({ name: identifier(guardName) })),
    readers: readersOf(api.formats).map(({ file, functions, types }) => ({
      file: string(`./runtime/values/${file}.js`),
      functions: functions.map((name) => ({ name: identifier(name) })),
      types: types.map((name) => ({ name: identifier(name) })),
    })),
    isLimited: limitOf(api) !== undefined,
    isExtended,
  };
}

export function clientView(api: RestApi, names: PackageNames): object {
  return {
    ...clientNames(names),
    title: docBlock({
      text: [`Client of the API ${api.title}.`, api.description.trim()]
        .filter((text) => text !== "")
        .join("\n\n"),
    }),
    groups: api.groups.flatMap(({ property, className, fileName, description }) =>
      property === undefined
        ? []
        : [
            {
              property: identifier(property),
              className: identifier(className),
              file: string(`./operations/${fileName}.js`),
              doc: docBlock({ text: description }),
            },
          ],
    ),
  };
}

export function modelsView(api: RestApi): object {
  return {
    models: api.schemas
      .filter(({ typeName }) => typeName !== "")
      .map(({ name, typeName, description, isDeprecated }) => ({
        doc: docBlock(isDeprecated ? { text: description, deprecated: "" } : { text: description }),
        name: identifier(typeName),
        key: string(name),
      })),
  };
}

/** The most items of a search or list: what all lists with a bound share, or undefined. */
export function limitOf(api: RestApi): number | undefined {
  const limits = new Set(
    api.groups.flatMap(({ operations }) => operations.flatMap(({ answer }) => answer.maxItems ?? [])),
  );
  const [limit, ...others] = limits;
  return others.length === 0 ? limit : undefined;
}

export function readmeView(api: RestApi, names: PackageNames): object {
  const first = exampleOf(api.groups);
  return {
    ...clientNames(names),
    title: markdown(api.title),
    packageName: npmName(names.packageName),
    module: string(names.packageName),
    call: first.call,
    functionName: identifier(first.operation.functionName),
    values: first.values,
    rows: api.groups.flatMap((group) =>
      group.operations.map((operation) => ({
        call: code(group, operation),
        route: markdown(`${operation.method} ${operation.path}`),
        summary: markdown(operation.description.split("\n")[0] ?? ""),
      })),
    ),
    readers: readersOf(api.formats).flatMap(({ functions }) =>
      functions.map((name) => ({ name: identifier(name) })),
    ),
    hasReaders: readersOf(api.formats).length > 0,
    isLimited: limitOf(api) !== undefined,
  };
}

function clientNames({ name }: PackageNames): { readonly client: Code; readonly error: Code } {
  return { client: identifier(`${name}Client`), error: identifier(`${name}Error`) };
}

/** `courses.get` */
function code({ property }: Group, { methodName }: RestOperation): Code {
  return property === undefined
    ? identifier(methodName)
    : joined([identifier(property), literal("."), identifierLike(methodName)], "");
}

/** A method may be called like a reserved word. */
function identifierLike(name: string): Code {
  return markdown(name);
}

function isPlain({ operation }: { readonly operation: RestOperation }): boolean {
  const { method, parameters } = operation;
  return method === "GET" && parameters.every(({ place, isRequired }) => place === "path" || !isRequired);
}

/** An operation that needs no more than texts and numbers, for the example. */
function exampleOf(groups: readonly Group[]): {
  readonly call: Code;
  readonly operation: RestOperation;
  readonly values: Code;
} {
  const all = groups.flatMap((group) => group.operations.map((operation) => ({ group, operation })));
  const found =
    all
      .filter(isPlain)
      .sort((a, b) => Number(Boolean(b.operation.find)) - Number(Boolean(a.operation.find)))[0] ?? all[0];
  if (!found) throw new Error("an API has one operation at least");
  const { group, operation } = found;
  const values = operation.parameters
    .filter(({ place }) => place === "path")
    .map(({ type, argument, example }) => {
      if (example !== undefined) return json(example);
      return type.kind === "scalar" && type.name === "number" ? literal("1") : string(argument);
    });
  return {
    call: code(group, operation),
    operation,
    values: values.length > 1 ? list(values) : (values[0] ?? literal("")),
  };
}

function list(values: readonly Code[]): Code {
  return joined(
    values.flatMap((value, index) => (index === 0 ? [value] : [literal(", "), value])),
    "",
  );
}
