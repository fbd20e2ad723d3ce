import type { Shape } from "../../../rest-runtime/shape.js";
import {
  code,
  docBlock,
  identifier,
  json,
  objectOf,
  propertyName,
  string,
  type Code,
} from "../../code/code.js";
import type { RestOperation, RestParameter } from "../model/rest-api.js";
import { callViews, type CallView, type CallViews } from "./calls.js";
import { namePart } from "./guard-names.js";
import type { GuardWriter } from "./guards.js";
import { ruleOf } from "./rules.js";
import type { TypePrinter } from "./types.js";

/** What a file's operations are printed with. */
export interface Printers {
  readonly types: TypePrinter;
  /** For the types that guards tell of, in their own file. */
  readonly guardTypes: TypePrinter;
  readonly guards: GuardWriter;
  /** The shape of a name. */
  readonly resolve: (name: string) => Shape;
  /** Gives a free name for a guard. */
  readonly take: (name: string) => string;
  /** Names of guards that the file needs. */
  readonly used: Set<string>;
}

/** An operation as its file prints it. */
export type OperationView = {
  readonly constant: Code;
  readonly label: Code;
  /** False for GET. */
  readonly method: Code | false;
  readonly path: Code;
  /** A parameter each. */
  readonly rows: readonly Code[];
  readonly guard: Code | false;
  readonly isResource: boolean;
  readonly isEmptyAllowed: boolean;
  /** False for application/json. */
  readonly accept: Code | false;
  readonly contentType: Code | false;
  readonly result: Code;
  readonly params: ParamsView | false;
  readonly functions: readonly CallView[];
};

/** The type of query and header parameters. */
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

/** Everything a template needs of an operation, and the ways to call it. */
export function operationView(
  operation: RestOperation,
  printers: Printers,
): { readonly view: OperationView; readonly calls: CallViews } {
  const { answer, parameters, body } = operation;
  const { types } = printers;
  const constant = identifier(`${operation.functionName}Operation`);
  // In this order: it is the order in which guards get their names.
  const guard = guardOfAnswer(operation, printers);
  const rows = parameters.map((parameter) => rowOf(parameter, printers));
  const calls = callViews(operation, constant, types);
  return {
    calls,
    view: {
      constant,
      label: string(operation.label),
      method: operation.method === "GET" ? false : string(operation.method),
      path: json(pathTexts(operation)),
      rows,
      guard,
      isResource: answer.isResource,
      isEmptyAllowed: answer.isEmptyAllowed,
      accept: answer.accept !== undefined && string(answer.accept),
      contentType: body?.mediaType !== undefined && string(body.mediaType),
      result: types.print(answer.type),
      params: paramsOf(operation, types),
      functions: calls.functions,
    },
  };
}

/** The path around its parameters; an empty end is left out. */
function pathTexts({ pathParts }: RestOperation): readonly string[] {
  return pathParts.at(-1) === "" && pathParts.length > 1 ? pathParts.slice(0, -1) : pathParts;
}

function guardOfAnswer(
  { answer, functionName }: RestOperation,
  { guards, guardTypes, take, types, used }: Printers,
): Code | false {
  const { shape, type } = answer;
  if (!shape || Object.keys(shape).length === 0) return false;
  if (shape.ref !== undefined && Object.keys(shape).length === 1 && types.hasName(shape.ref)) {
    const name = guards.guardOf(shape, "");
    used.add(name);
    return identifier(name);
  }
  const name = take(`is${namePart(functionName)}Answer`);
  guards.write(
    name,
    shape,
    docBlock({ text: `Whether the value is an answer of ${functionName} as described.` }),
    guardTypes.print(type),
  );
  used.add(name);
  return identifier(name);
}

function rowOf(parameter: RestParameter, { guards, resolve, used }: Printers): Code {
  const { name, argument, place, isRequired, isJoined, shape } = parameter;
  const guard = guards.guardOf(shape, `is${namePart(argument)}Argument`);
  used.add(guard);
  return objectOf([
    ["name", string(place === "path" ? argument : name)],
    ...(place === "path" ? [] : [["place", string(place)] as const]),
    ...(isRequired && place !== "path" ? [["isRequired", code`true`] as const] : []),
    ...(isJoined ? [["isJoined", code`true`] as const] : []),
    ["guard", identifier(guard)],
    ["rule", string(ruleOf(shape, resolve))],
  ]);
}

function paramsOf(
  { label, parameters, parametersType }: RestOperation,
  types: TypePrinter,
): ParamsView | false {
  if (parametersType === undefined) return false;
  const members = parameters.filter(({ place }) => place !== "path");
  return {
    name: identifier(parametersType),
    doc: docBlock({ text: `Parameters of ${label}.` }),
    members: members.map(({ name, type, description, isDeprecated, isRequired }) => ({
      doc: docBlock(isDeprecated ? { text: description, deprecated: "" } : { text: description }),
      name: propertyName(name),
      isOptional: !isRequired,
      type: types.print(type),
    })),
  };
}
