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
import { methods } from "../model/found-operations.js";
import type { RestOperation, RestParameter } from "../model/rest-api.js";
import { printCalls, namePlan, type CallView } from "./calls.js";
import { failureView, type FailureView } from "./failure-view.js";
import { namePart } from "./guard-names.js";
import { describeRule } from "./rules.js";
import type { OperationPrinters } from "./operation-printers.js";
import type { TypePrinter } from "./types.js";
import { answerReader, bodyWriter, onceWriter, parameterWriter, printParser } from "./writers.js";

/** An operation as its file prints it. */
export type OperationView = {
  readonly constant: Code;
  readonly operation: Code;
  readonly result: Code;
  /** Facts about the operation, one property each. */
  readonly properties: readonly Code[];
  readonly aliases: readonly { readonly name: Code; readonly type: Code; readonly doc: Code }[];
  readonly params: ParamsView | false;
  readonly plan: { readonly name: Code; readonly type: Code; readonly value: Code } | false;
  readonly failure: FailureView | false;
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

/** Everything a template needs of an operation, and its methods. */
export function operationView(
  operation: RestOperation,
  printers: OperationPrinters,
): { readonly view: OperationView; readonly methods: readonly CallView[] } {
  const { types, imports } = printers;
  const constant = identifier(`${operation.functionName}Operation`);
  // In this order: it is the order in which guards get their names.
  const properties = printProperties(operation, printers);
  const calls = printCalls(operation, constant, printers);
  return {
    methods: calls("method"),
    view: {
      constant,
      operation: imports.type("../runtime/operation.js", "Operation"),
      result: types.print(operation.answer.type),
      properties,
      aliases: operation.aliases.map(({ name, type }) => ({
        name: identifier(name),
        type: types.print(type),
        doc: docBlock({ text: `Of ${operation.label}.` }),
      })),
      params: viewParams(operation, types),
      plan: planView(operation, imports),
      failure: failureView(operation, printers),
      functions: calls("function"),
    },
  };
}

function printProperties(operation: RestOperation, printers: OperationPrinters): readonly Code[] {
  const { answer, label, method, server, security, body, idempotencyKey } = operation;
  const { imports, places } = printers;
  const guard = printAnswerGuard(operation, printers);
  const rows = printRows(operation, printers);
  const scope = { operation, imports, places };
  const write = isOdd(method) ? onceWriter(body, scope) : bodyWriter(body, scope);
  const read = answerReader(answer, scope);
  return propertiesOf([
    ["name", string(label)],
    ["method", method !== "GET" && string(method)],
    ["path", json(pathTexts(operation))],
    ["parameters", rows.length > 0 && arrayOf(rows)],
    ["isResource", answer.isResource && code`true`],
    ["guard", guard],
    ["described", guard && imports.value("../described.js", "described")],
    ["isEmptyAllowed", answer.isEmptyAllowed && code`true`],
    ["accept", answer.accept !== undefined && string(answer.accept)],
    ["write", write],
    ["parse", printParser(operation, scope)],
    ["read", read],
    ["addKey", idempotencyKey !== undefined && keyAdder(idempotencyKey, imports)],
    ["security", security !== undefined && json(security)],
    ["server", server !== undefined && string(server)],
  ]);
}

/** None of the methods that HTTP itself has. */
function isOdd(method: string): boolean {
  return !methods.includes(method.toLowerCase());
}

function keyAdder(argument: string, imports: Imports): Code {
  return code`/*@__PURE__*/ ${imports.value("../runtime/idempotency.js", "idempotencyKey")}(${string(argument)})`;
}

/** The path around its parameters; an empty end is left out. */
function pathTexts({ pathParts }: RestOperation): readonly string[] {
  return pathParts.at(-1) === "" && pathParts.length > 1 ? pathParts.slice(0, -1) : pathParts;
}

function printAnswerGuard(operation: RestOperation, printers: OperationPrinters): Code | false {
  const { answer, functionName } = operation;
  const { useGuard, guards, imports } = printers;
  const { shape, outcomes } = answer;
  if (!shape || Object.keys(shape).length === 0) return false;
  const name = `is${namePart(functionName)}Response`;
  const told = outcomes.flatMap(({ status, shape: own }) => (own ? [{ status, own }] : []));
  if (told.length > 1) {
    const byStatus = told.map(({ status, own }) => ({ status, guard: useGuard(own, `${name}${status}`) }));
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

/** A row for each parameter; those in cookies share one, since they are one header. */
function printRows(operation: RestOperation, printers: OperationPrinters): readonly Code[] {
  const { parameters } = operation;
  const inCookies = parameters.filter(({ place }) => place === "cookie");
  const rows: Code[] = parameters
    .filter(({ place }) => place !== "cookie")
    .map((one) => printRow(one, operation, printers));
  const { imports } = printers;
  if (operation.query !== "") rows.push(printFixed(operation.query, imports));
  if (inCookies.length === 0) return rows;
  const list = arrayOf(inCookies.map((one) => printRow(one, operation, printers)));
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

/** A row for the part of the query that never changes. */
function printFixed(query: string, imports: Imports): Code {
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

function printRow(
  parameter: RestParameter,
  operation: RestOperation,
  { useGuard, resolve, imports, places }: OperationPrinters,
): Code {
  const { argument, place, isRequired, shape } = parameter;
  return objectOf([
    ["name", string(argument)],
    ["location", place !== "path" && place !== "cookie" && string(place)],
    ["isRequired", isRequired && place !== "path" && code`true`],
    ["guard", useGuard(shape, `is${namePart(argument)}Argument`)],
    ["rule", string(describeRule(shape, resolve))],
    ["write", parameterWriter(parameter, { operation, imports, places })],
  ]);
}

function planView(operation: RestOperation, imports: Imports): OperationView["plan"] {
  const { pages } = operation;
  if (!pages) return false;
  const { items, next } = pages;
  const isCounted = next.kind === "offset" || next.kind === "page";
  return {
    name: namePlan(operation),
    type: imports.type("../runtime/pagination.js", "Pagination"),
    value: objectOf([
      ["items", items !== undefined && string(items)],
      ["isLinked", next.kind === "link" && code`true`],
      ["parameter", next.kind !== "link" && string(next.parameter)],
      ["token", next.kind === "token" && json(next.path)],
      ["as", isCounted && next.form !== undefined && (next.form === "bigint" ? code`BigInt` : code`String`)],
      ["firstPage", next.kind === "page" && json(next.start)],
    ]),
  };
}

function viewParams(
  { label, parameters, parametersType }: RestOperation,
  types: TypePrinter,
): ParamsView | false {
  if (parametersType === undefined) return false;
  const members = parameters.filter(({ place }) => place !== "path");
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
