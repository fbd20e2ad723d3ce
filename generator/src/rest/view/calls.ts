import {
  arrayOf,
  code,
  docBlock,
  identifier,
  json,
  literal,
  objectOf,
  propertyName,
  type Code,
} from "../../kit/code/code.js";
import { scalar, makeUnion, type TypeSource } from "../model/type-source.js";
import type { CallNames, RestOperation, RestPages } from "../model/rest-api.js";
import {
  type CallScope,
  pathArguments,
  printSignatures,
  type Signature,
  type Signatures,
} from "./signature.js";

/** The view of the templates `parts/function` and `parts/method`. */
export type CallView = HeadView & {
  /** The return type. */
  readonly call: Code;
  /** The overloads, if there are several. */
  readonly overloads: readonly HeadView[];
};

/** A function without its body. */
export type HeadView = {
  readonly doc: Code;
  readonly name: Code;
  readonly parameters: Code;
  readonly returns: Code;
};

/** How a call begins: a function with a session, a method, or a method that calls the function. */
type Manner = "function" | "method" | "own";

/**
 * Every way to call an operation: `get`, and where the answer is a resource `find`, of a list its pages. Their
 * types are printed once, whether they are functions, methods or both.
 */
export function printCalls(
  operation: RestOperation,
  constant: Code,
  scope: CallScope,
): (manner: Manner) => readonly CallView[] {
  const signatures = printSignatures(operation, scope);
  return (manner) => callViews(operation, constant, manner, signatures, scope);
}

function callViews(
  operation: RestOperation,
  constant: Code,
  manner: Manner,
  signatures: Signatures,
  scope: CallScope,
): readonly CallView[] {
  const { imports, root, operations } = scope;
  return listVariants(operation).map(({ functionName, methodName, kind }) => {
    const pages = kind === "all" || kind === "pages" ? operation.pages : undefined;
    const name = manner === "function" ? identifier(functionName) : propertyName(methodName);
    const head = ({ declared, result }: Signature, doc: Code): HeadView => ({
      doc,
      name,
      parameters:
        manner === "function"
          ? code`session: ${imports.type(`${root}runtime/session.js`, "Session")}, ${declared}`
          : declared,
      returns: printReturns(operation, kind, pages, result, scope),
    });
    const isSingle = signatures.overloads.length === 1 || pages !== undefined;
    const doc = printDoc(operation, docs[kind]);
    const usual = signatures.overloads.at(-1) ?? signatures.whole;
    const call =
      manner === "own"
        ? code`${imports.value(operations, functionName)}(this.#session, ${signatures.passed})`
        : ownCall(
            operation,
            constant,
            kind,
            pages,
            manner === "function" ? literal("session") : literal("this.#session"),
            scope,
          );
    return {
      ...head(isSingle ? usual : signatures.whole, isSingle ? doc : code``),
      overloads: isSingle ? [] : signatures.overloads.map((one) => head(one, doc)),
      call: manner === "own" && !isSingle ? code`${call} as never` : call,
    };
  });
}

type Kind = "call" | "find" | "all" | "pages";

const docs: Readonly<Record<Kind, string>> = {
  call: "",
  find: "Returns undefined if the resource does not exist.",
  all: "Gives the items of all pages, each page asked for when the loop comes to it.",
  pages: "Gives page after page, each asked for when the loop comes to it.",
};

interface Variant extends CallNames {
  readonly kind: Kind;
}

function listVariants({ functionName, methodName, find, pages }: RestOperation): readonly Variant[] {
  return [
    { functionName, methodName, kind: "call" },
    ...(find ? [{ ...find, kind: "find" as const }] : []),
    ...(pages
      ? [
          { ...pages.all, kind: "all" as const },
          { ...pages.each, kind: "pages" as const },
        ]
      : []),
  ];
}

function printReturns(
  { answer }: RestOperation,
  kind: Kind,
  pages: RestPages | undefined,
  result: TypeSource,
  { types, imports, root }: CallScope,
): Code {
  if (pages) return code`AsyncIterable<${types.print(kind === "all" ? pages.itemType : answer.type)}>`;
  const call = imports.type(`${root}runtime/call.js`, "Call");
  if (kind === "find") return code`${call}<${types.print(makeUnion([result, scalar("undefined")]))}>`;
  if (answer.outcomes.length === 0 || result !== answer.type) return code`${call}<${types.print(result)}>`;
  const told = answer.outcomes.map(
    ({ status, type }) => code`{ readonly status: ${json(status)}; readonly data: ${types.print(type)} }`,
  );
  return code`${call}<${types.print(result)}, ${told.reduce((left, right) => code`${left} | ${right}`)}>`;
}

function ownCall(
  operation: RestOperation,
  constant: Code,
  kind: Kind,
  pages: RestPages | undefined,
  session: Code,
  { imports, root }: CallScope,
): Code {
  const input = printInput(operation);
  if (!pages)
    return code`${session}.${kind === "find" ? code`find` : code`call`}(${constant}, ${input}, options)`;
  const file = `${root}runtime/pagination.js`;
  const plan = namePlan(operation);
  const each = code`${imports.value(file, "readPages")}(${session}, ${constant}, ${input}, options, ${plan})`;
  return kind === "all" ? code`${imports.value(file, "readItems")}(${each}, ${plan})` : each;
}

/** The name of the constant that says how pages are asked for. */
export function namePlan({ functionName }: RestOperation): Code {
  return identifier(`${functionName}Pagination`);
}

/** The positional arguments of a call: path parameters in order, then a body. */
function printInput({ parameters, body }: RestOperation): Code {
  const values = parameters.flatMap(({ place, argument }) =>
    place === "path" ? [identifier(argument)] : [],
  );
  return objectOf([
    ["values", values.length > 0 && arrayOf(values)],
    ["body", body !== undefined && code`body`],
  ]);
}

/** The same for the function and for the method. */
const docBlocks = new WeakMap<RestOperation, Map<string, Code>>();

function printDoc(operation: RestOperation, more: string): Code {
  const blocks = docBlocks.get(operation) ?? new Map<string, Code>();
  const block = blocks.get(more) ?? writtenDoc(operation, more);
  docBlocks.set(operation, blocks.set(more, block));
  return block;
}

function writtenDoc(operation: RestOperation, more: string): Code {
  const { description, method, path, isDeprecated } = operation;
  const named = pathArguments(operation).filter(({ description }) => description !== "");
  const list = named.map(
    ({ argument, description }) => `- \`${argument}\`: ${description.trim().replaceAll("\n", "\n  ")}`,
  );
  const parts = [description.trim(), more, list.join("\n"), `\`${method} ${path}\``];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return docBlock(isDeprecated ? { text, deprecated: "" } : { text });
}
