import {
  arrayOf,
  code,
  docBlock,
  identifier,
  member,
  objectOf,
  propertyName,
  type Code,
} from "../../code/code.js";
import type { RestOperation } from "../model/rest-api.js";
import { signatureOf } from "./signature.js";
import type { TypePrinter } from "./types.js";

/** What the templates `parts/function` and `parts/method` print. */
export type CallView = {
  readonly doc: Code;
  readonly name: Code;
  readonly parameters: Code;
  /** Of the promise that it gives. */
  readonly result: Code;
  /** What it returns. */
  readonly call: Code;
};

/** Every way to call an operation: `get` and, where the answer is a resource, `find`. */
export interface CallViews {
  /** Standalone, with a session. */
  readonly functions: readonly CallView[];
  /** Of a class that has a session. */
  readonly methods: readonly CallView[];
  /** Of the client, in another file than the operation: they call the functions. */
  readonly ownMethods: readonly CallView[];
}

/** The ways to call an operation whose description is in a constant. */
export function callViews(operation: RestOperation, constant: Code, types: TypePrinter): CallViews {
  const result = types.print(operation.answer.type);
  const { declared, passed } = signatureOf(operation, types);
  const variants = variantsOf(operation).map(({ functionName, methodName, isFind }) => ({
    doc: docOf(operation, isFind ? "Returns undefined where there is no such resource." : ""),
    functionName: identifier(functionName),
    methodName: propertyName(methodName),
    result: isFind ? code`${result} | undefined` : result,
    call: code`${isFind ? code`find` : code`call`}(${constant}, ${inputOf(operation)}, options)`,
  }));
  return {
    functions: variants.map(({ doc, functionName: name, result, call }) => {
      return {
        doc,
        name,
        parameters: code`session: Session, ${declared}`,
        result,
        call: code`session.${call}`,
      };
    }),
    methods: variants.map(({ doc, methodName: name, result, call }) => {
      return { doc, name, parameters: declared, result, call: code`this.#session.${call}` };
    }),
    ownMethods: variants.map(({ doc, methodName: name, result, functionName }) => {
      return {
        doc,
        name,
        parameters: declared,
        result,
        call: code`${functionName}(this.#session, ${passed})`,
      };
    }),
  };
}

interface Variant {
  readonly functionName: string;
  readonly methodName: string;
  readonly isFind: boolean;
}

function variantsOf({ functionName, methodName, find }: RestOperation): readonly Variant[] {
  return [{ functionName, methodName, isFind: false }, ...(find ? [{ ...find, isFind: true }] : [])];
}

/** What a call sends: values in the order of the operation's parameters, and a body. */
function inputOf({ parameters, body }: RestOperation): Code {
  const values = parameters.map(({ place, argument, name }) =>
    place === "path" ? identifier(argument) : code`params${member(name)}`,
  );
  return objectOf([
    ...(values.length > 0 ? [["values", arrayOf(values)] as const] : []),
    ...(body ? [["body", code`body`] as const] : []),
  ]);
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
