import {
  arrayOf,
  code,
  docBlock,
  identifier,
  json,
  objectOf,
  propertiesOf,
  propertyName,
  string,
  type Code,
  type Imports,
} from "../../kit/code/code.js";
import { pathItemMethods } from "../model/find-operations.js";
import type { RestOperation, RestParameter } from "../model/rest-api.js";
import { printCalls, toPaginationName, type CallView } from "./calls.js";
import { listCheckedBodies, type CheckedBody } from "./checked-bodies.js";
import { createErrorView, type ErrorView } from "./error-view.js";
import { toNamePart } from "./guard-names.js";
import { describeShape } from "./describe-shape.js";
import { isLimited } from "./limited-parameters.js";
import type { OperationPrinters } from "./operation-printers.js";
import type { TypePrinter } from "./types.js";
import {
  printResponseReader,
  printBodyWriter,
  printSingleUseWriter,
  type BodyScope,
  printParameterWriter,
  printParser,
} from "./writers.js";

/** An operation as its file prints it. */
export type OperationView = {
  readonly constant: Code;
  readonly operation: Code;
  readonly result: Code;
  /** The properties of the operation. */
  readonly properties: readonly Code[];
  readonly aliases: readonly { readonly name: Code; readonly type: Code; readonly doc: Code }[];
  readonly params: ParamsView | false;
  readonly plan: { readonly name: Code; readonly type: Code; readonly value: Code } | false;
  readonly failure: ErrorView | false;
  readonly functions: readonly CallView[];
};

/** The type of query, header and cookie parameters. */
export type ParamsView = {
  readonly name: Code;
  readonly doc: Code;
  readonly members: readonly MemberView[];
};

/** A member of that type. */
export type MemberView = {
  readonly doc: Code;
  readonly name: Code;
  readonly isOptional: boolean;
  readonly type: Code;
};

/** Creates the view of an operation and its methods. */
export function createOperationView(
  operation: RestOperation,
  printers: OperationPrinters,
): { readonly view: OperationView; readonly methods: readonly CallView[] } {
  const { types, imports } = printers;
  const constant = identifier(`${operation.functionName}Operation`);
  // The order matters: guards get their names in it.
  const properties = printProperties(operation, printers);
  const calls = printCalls(operation, constant, printers);
  return {
    methods: calls("method"),
    view: {
      constant,
      operation: imports.type("../runtime/operation.js", "Operation"),
      result: types.print(operation.response.type),
      properties,
      aliases: operation.aliases.map(({ name, type }) => ({
        name: identifier(name),
        type: types.print(type),
        doc: docBlock({ text: `Of ${operation.label}.` }),
      })),
      params: createParamsView(operation, types),
      plan: createPaginationView(operation, imports),
      failure: createErrorView(operation, printers),
      functions: calls("function"),
    },
  };
}

function printProperties(operation: RestOperation, printers: OperationPrinters): readonly Code[] {
  const { response, notFound, label, method, server, security, body, idempotencyKey } = operation;
  const { imports, representations } = printers;
  const guard = printResponseGuard(operation, printers);
  const rows = printParameters(operation, printers);
  const bodies = listCheckedBodies(operation);
  const hasLimits = bodies.length > 0 || operation.parameters.some(({ shape }) => isLimited(shape));
  const scope: BodyScope = {
    operation,
    imports,
    representations,
    checkBody: ({ mediaType }, write) => {
      const checked = bodies.find((one) => one.mediaType === mediaType);
      return checked ? printBodyCheck(checked, operation, printers, write) : write;
    },
  };
  const write = isOtherMethod(method) ? printSingleUseWriter(body, scope) : printBodyWriter(body, scope);
  const read = printResponseReader(response, scope);
  return propertiesOf([
    ["name", string(label)],
    ["method", method !== "GET" && string(method)],
    ["path", json(trimPathParts(operation))],
    ["parameters", rows.length > 0 && arrayOf(rows)],
    ["isResource", response.isResource && code`true`],
    ["notFound", notFound.length > 0 && json(notFound)],
    ["guard", guard],
    ["described", (guard || hasLimits) && imports.value("../guards.js", "described")],
    ["isEmptyAllowed", response.isEmptyAllowed && code`true`],
    ["accept", response.accept !== undefined && string(response.accept)],
    ["write", write],
    ["parse", printParser(operation, scope)],
    ["read", read],
    ["addKey", idempotencyKey !== undefined && printKeyAdder(idempotencyKey, imports)],
    ["security", security !== undefined && json(security)],
    ["server", server !== undefined && string(server)],
  ]);
}

/** Prints the check of a body around its serializer. */
function printBodyCheck(
  { kind, name, shape }: CheckedBody,
  { functionName }: RestOperation,
  { useGuard, resolve, imports }: OperationPrinters,
  write: Code,
): Code {
  const guard = useGuard(shape, `is${toNamePart(functionName)}Body`);
  const rule = string(describeShape(shape, resolve));
  const check = imports.value("../runtime/body.js", kind === "json" ? "checkedBody" : "checkedForm");
  const more = name === "the body" ? code`` : code`, ${string(name)}`;
  return code`/*@__PURE__*/ ${check}(${guard}, ${rule}, ${write}${more})`;
}

/** Whether a method is not one of OpenAPI's methods. */
function isOtherMethod(method: string): boolean {
  return !pathItemMethods.includes(method.toLowerCase());
}

function printKeyAdder(argument: string, imports: Imports): Code {
  return code`/*@__PURE__*/ ${imports.value("../runtime/idempotency.js", "idempotencyKey")}(${string(argument)})`;
}

/** Returns the path around its parameters, without an empty end. */
function trimPathParts({ pathParts }: RestOperation): readonly string[] {
  return pathParts.at(-1) === "" && pathParts.length > 1 ? pathParts.slice(0, -1) : pathParts;
}

function printResponseGuard(operation: RestOperation, printers: OperationPrinters): Code | false {
  const { response, functionName } = operation;
  const { useGuard, guards, imports } = printers;
  const { shape, successes } = response;
  if (!shape || Object.keys(shape).length === 0) return false;
  const name = `is${toNamePart(functionName)}Response`;
  const withShape = successes.flatMap(({ status, shape: own }) => (own ? [{ status, own }] : []));
  if (withShape.length > 1) {
    const byStatus = withShape.map(({ status, own }) => ({
      status,
      guard: useGuard(own, `${name}${status}`),
    }));
    const [last] = byStatus.slice(-1);
    const otherwise = last ? code`${last.guard}(value)` : code`true`;
    const whole = byStatus
      .slice(0, -1)
      .reduceRight(
        (rest, one) => code`status === ${json(one.status)} ? ${one.guard}(value) : ${rest}`,
        otherwise,
      );
    return code`(value, status) => (${whole})`;
  }
  if (shape.ref !== undefined && Object.keys(shape).length === 1) return useGuard(shape, name);
  const doc = docBlock({ text: `Whether the value is an answer of ${functionName} as described.` });
  return imports.value("../guards.js", guards.writeNew(name, shape, doc));
}

/** Prints a row for each parameter. Cookies share a row, because they are one header. */
function printParameters(operation: RestOperation, printers: OperationPrinters): readonly Code[] {
  const { parameters } = operation;
  const inCookies = parameters.filter(({ location }) => location === "cookie");
  const rows: Code[] = parameters
    .filter(({ location }) => location !== "cookie")
    .map((one) => printParameter(one, operation, printers));
  const { imports } = printers;
  if (operation.query !== "") rows.push(printFixedQuery(operation.query, imports));
  if (inCookies.length === 0) return rows;
  const list = arrayOf(inCookies.map((one) => printParameter(one, operation, printers)));
  const header = objectOf([
    ["name", string("cookie")],
    ["location", string("header")],
    ["isRequired", code`true`],
    ["guard", code`() => true`],
    ["rule", string("")],
    ["write", code`/*@__PURE__*/ ${imports.value("../runtime/cookies.js", "cookies")}(${list})`],
  ]);
  return [...rows, header];
}

/** Prints a row for the constant query. */
function printFixedQuery(query: string, imports: Imports): Code {
  const write = imports.value("../runtime/style.js", "fixedQuery");
  return objectOf([
    ["name", string(`?${query}`)],
    ["location", string("query")],
    ["isRequired", code`true`],
    ["guard", code`() => true`],
    ["rule", string("")],
    ["write", code`/*@__PURE__*/ ${write}(${string(query)})`],
  ]);
}

function printParameter(
  parameter: RestParameter,
  operation: RestOperation,
  { useGuard, resolve, imports, representations }: OperationPrinters,
): Code {
  const { argument, location, isRequired, shape } = parameter;
  return objectOf([
    ["name", string(argument)],
    ["location", location !== "path" && location !== "cookie" && string(location)],
    ["isRequired", isRequired && location !== "path" && code`true`],
    ["guard", useGuard(shape, `is${toNamePart(argument)}Argument`)],
    ["rule", string(describeShape(shape, resolve))],
    ["write", printParameterWriter(parameter, { operation, imports, representations })],
  ]);
}

function createPaginationView(operation: RestOperation, imports: Imports): OperationView["plan"] {
  const { pagination } = operation;
  if (!pagination) return false;
  const { items, hasItems, next, parameters } = pagination;
  const { cursor, isInBody, within, key, page, offset, first, min, form } = parameters;
  return {
    name: toPaginationName(operation),
    type: imports.type("../runtime/page-plan.js", "Pagination"),
    value: objectOf([
      ["items", items !== undefined && json(items)],
      ["hasItems", hasItems && code`true`],
      ["next", next !== undefined && json(next)],
      ["cursor", cursor !== undefined && string(cursor)],
      ["isInBody", isInBody === true && code`true`],
      ["within", within !== undefined && string(within)],
      ["key", key !== undefined && json(key)],
      ["page", page !== undefined && string(page)],
      ["offset", offset !== undefined && string(offset)],
      ["first", first !== undefined && json(first)],
      ["min", min !== undefined && json(min)],
      ["as", form !== undefined && (form === "bigint" ? code`BigInt` : code`String`)],
    ]),
  };
}

function createParamsView(
  { label, parameters, parametersType }: RestOperation,
  types: TypePrinter,
): ParamsView | false {
  if (parametersType === undefined) return false;
  const members = parameters.filter(({ location }) => location !== "path");
  return {
    name: identifier(parametersType),
    doc: docBlock({ text: `Parameters of ${label}.` }),
    members: members.map(({ argument, type, description, isDeprecated, isRequired }) => ({
      doc: docBlock(isDeprecated ? { text: description, deprecated: "" } : { text: description }),
      name: propertyName(argument),
      isOptional: !isRequired,
      type: types.print(type),
    })),
  };
}
