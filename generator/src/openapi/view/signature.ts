import { code, identifier, joined, type Code } from "../../code/code.js";
import type { RestOperation } from "../model/rest-api.js";
import type { TypePrinter } from "./types.js";

/** The arguments of a function that calls an operation. */
export interface Signature {
  /** As they are declared: `id: string, params: ListPetsParams = {}, options?: CallOptions`. */
  readonly declared: Code;
  /** As they are passed on: `id, params, options`. */
  readonly passed: Code;
}

/** Path parameters by position, then the body, then all else by name, then the options of the call. */
export function signatureOf(operation: RestOperation, types: TypePrinter): Signature {
  const { parameters, parametersType, body } = operation;
  const path = parameters.filter(({ place }) => place === "path");
  const isOptional = parameters.every(({ place, isRequired }) => place === "path" || !isRequired);
  const params = parametersType === undefined ? [] : [identifier(parametersType)];
  return {
    declared: joined(
      [
        ...path.map(({ argument, type }) => code`${identifier(argument)}: ${types.print(type)}`),
        ...(body
          ? [code`body: ${types.print(body.type)}${body.isRequired ? code`` : code` | undefined`}`]
          : []),
        ...params.map((type) => code`params: ${type}${isOptional ? code` = {}` : code``}`),
        code`options?: CallOptions`,
      ],
      ", ",
    ),
    passed: joined(
      [
        ...path.map(({ argument }) => identifier(argument)),
        ...(body ? [code`body`] : []),
        ...params.map(() => code`params`),
        code`options`,
      ],
      ", ",
    ),
  };
}
