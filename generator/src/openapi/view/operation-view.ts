import {
  docBlock,
  identifier,
  joined,
  json,
  literal,
  member,
  objectOf,
  propertyName,
  string,
  type Code,
} from "../../code/code.js";
import type { Shape } from "../../../rest-runtime/shape.js";
import type { RestOperation, RestParameter } from "../model/rest-api.js";
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

/** A parameter as the operation's table has it. */
export interface ParameterRow {
  readonly row: Code;
}

/** An argument of the function. */
export interface ArgumentView {
  readonly name: Code;
  /** `?` where it may be left out. */
  readonly mark: Code;
  readonly type: Code;
  /** A value by itself where none is given. */
  readonly preset: Code | false;
}

/** A member of the type of query and header parameters. */
export interface MemberView {
  readonly doc: Code;
  readonly name: Code;
  readonly mark: Code;
  readonly type: Code;
}

/** An operation as its file prints it. */
export interface OperationView {
  readonly constant: Code;
  readonly label: Code;
  /** False for GET. */
  readonly method: Code | false;
  readonly path: Code;
  readonly rows: readonly ParameterRow[];
  readonly guard: Code | false;
  readonly isResource: boolean;
  readonly isEmptyAllowed: boolean;
  /** False for application/json. */
  readonly accept: Code | false;
  readonly contentType: Code | false;
  readonly result: Code;
  readonly params:
    | { readonly name: Code; readonly doc: Code; readonly members: readonly MemberView[] }
    | false;
  readonly arguments: readonly ArgumentView[];
  readonly values: readonly { readonly code: Code }[];
  readonly hasBody: boolean;
  /** `get` and, where the answer is a resource, `find`. */
  readonly variants: readonly VariantView[];
}

export interface VariantView {
  readonly doc: Code;
  readonly functionName: Code;
  readonly methodName: Code;
  readonly isFind: boolean;
}

/** Everything a template needs of an operation. */
export function operationView(operation: RestOperation, printers: Printers): OperationView {
  const { answer, functionName, parameters, parametersType, find } = operation;
  const { types } = printers;
  const guard = guardOfAnswer(operation, printers);
  return {
    constant: identifier(`${functionName}Operation`),
    label: string(operation.label),
    method: operation.method === "GET" ? false : string(operation.method),
    path: json(pathTexts(operation)),
    rows: parameters.map((parameter) => ({ row: rowOf(parameter, printers) })),
    guard,
    isResource: answer.isResource,
    isEmptyAllowed: answer.isEmptyAllowed,
    accept: answer.accept !== undefined && string(answer.accept),
    contentType: operation.body?.mediaType !== undefined && string(operation.body.mediaType),
    result: types.print(answer.type),
    params: parametersType === undefined ? false : paramsOf(operation, identifier(parametersType), types),
    arguments: argumentsOf(operation, types),
    values: parameters.map(({ place, argument, name }) => ({
      code: place === "path" ? identifier(argument) : joined([literal("params"), member(name)], ""),
    })),
    hasBody: operation.body !== undefined,
    variants: [
      {
        doc: docOf(operation, ""),
        functionName: identifier(functionName),
        methodName: propertyName(operation.methodName),
        isFind: false,
      },
      ...(find
        ? [
            {
              doc: docOf(operation, "Gives undefined where no such resource."),
              functionName: identifier(find.functionName),
              methodName: propertyName(find.methodName),
              isFind: true,
            },
          ]
        : []),
    ],
  };
}

function docOf({ description, method, path, parameters, isDeprecated }: RestOperation, more: string): Code {
  const named = parameters.filter(({ place, description }) => place === "path" && description !== "");
  const list = named.map(
    ({ argument, description }) => `- \`${argument}\`: ${description.trim().replaceAll("\n", "\n  ")}`,
  );
  const parts = [description.trim(), more, list.join("\n"), `\`${method} ${path}\``];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return docBlock(isDeprecated ? { text, deprecated: "" } : { text });
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
  const name = take(`is${functionName.slice(0, 1).toUpperCase()}${functionName.slice(1)}Answer`);
  guards.write(name, shape, docBlock({ text: `What ${functionName} answers.` }), guardTypes.print(type));
  used.add(name);
  return identifier(name);
}

function rowOf(parameter: RestParameter, { guards, resolve, used }: Printers): Code {
  const { name, argument, place, isRequired, isJoined, shape } = parameter;
  const words = argument.match(/[A-Za-z0-9]+/g) ?? ["value"];
  const hint = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  const guard = guards.guardOf(shape, `is${hint}Argument`);
  used.add(guard);
  return objectOf([
    ["name", string(place === "path" ? argument : name)],
    ...(place === "path" ? [] : [["place", string(place)] as const]),
    ...(isRequired && place !== "path" ? [["isRequired", literal("true")] as const] : []),
    ...(isJoined ? [["isJoined", literal("true")] as const] : []),
    ["guard", identifier(guard)],
    ["rule", string(ruleOf(shape, resolve))],
  ]);
}

function paramsOf(operation: RestOperation, name: Code, types: TypePrinter): OperationView["params"] {
  const members = operation.parameters.filter(({ place }) => place !== "path");
  return {
    name,
    doc: docBlock({ text: `Parameters of ${operation.label}.` }),
    members: members.map((one) => ({
      doc: docBlock(one.isDeprecated ? { text: one.description, deprecated: "" } : { text: one.description }),
      name: propertyName(one.name),
      mark: literal(one.isRequired ? "" : "?"),
      type: types.print(one.type),
    })),
  };
}

/** Path parameters by position, then the body, then everything else by name. */
function argumentsOf(
  { parameters, parametersType, body }: RestOperation,
  types: TypePrinter,
): ArgumentView[] {
  const path = parameters
    .filter(({ place }) => place === "path")
    .map(({ argument, type }) => ({
      name: identifier(argument),
      mark: literal(""),
      type: types.print(type),
      preset: false as const,
    }));
  const isOptional = parameters.every(({ place, isRequired }) => place === "path" || !isRequired);
  const unsent = body && !body.isRequired;
  return [
    ...path,
    ...(body
      ? [
          {
            name: literal("body"),
            mark: literal(""),
            type: unsent
              ? joined([types.print(body.type), literal("undefined")], " | ")
              : types.print(body.type),
            preset: false as const,
          },
        ]
      : []),
    ...(parametersType === undefined
      ? []
      : [
          {
            name: literal("params"),
            mark: literal(""),
            type: identifier(parametersType),
            preset: isOptional && literal("{}"),
          },
        ]),
  ];
}
