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
import type { CallNames, RestOperation, RestPagination } from "../model/rest-api.js";
import {
  type CallScope,
  listPathArguments,
  printSignatures,
  type Signature,
  type Signatures,
} from "./signatures.js";

/** The view of the templates `parts/function` and `parts/method`. */
export type CallView = SignatureView & {
  /** The return type. */
  readonly call: Code;
  /** The overloads, if there are several. */
  readonly overloads: readonly SignatureView[];
};

/** A function without its body. */
export type SignatureView = {
  readonly doc: Code;
  readonly name: Code;
  readonly parameters: Code;
  readonly returns: Code;
};

/** A function with a session, a method, or a method that calls the function. */
type CallKind = "function" | "method" | "delegate";

/**
 * Prints the variants of an operation: `get`, `find` for a resource, and pages for a list. Their types are printed
 * once, even if they are both functions and methods.
 */
export function printCalls(
  operation: RestOperation,
  constant: Code,
  scope: CallScope,
): (callKind: CallKind) => readonly CallView[] {
  const signatures = printSignatures(operation, scope);
  return (callKind) => createCallViews(operation, constant, callKind, signatures, scope);
}

function createCallViews(
  operation: RestOperation,
  constant: Code,
  callKind: CallKind,
  signatures: Signatures,
  scope: CallScope,
): readonly CallView[] {
  const { imports, root, operations } = scope;
  return listVariants(operation).map(({ functionName, methodName, kind }) => {
    const pages = kind === "all" || kind === "pages" ? operation.pagination : undefined;
    const name = callKind === "function" ? identifier(functionName) : propertyName(methodName);
    const head = ({ declared, result }: Signature, doc: Code): SignatureView => ({
      doc,
      name,
      parameters:
        callKind === "function"
          ? code`session: ${imports.type(`${root}runtime/session.js`, "Session")}, ${declared}`
          : declared,
      returns: printReturns(operation, kind, pages, result, scope),
    });
    const isSingle = signatures.overloads.length === 1 || pages !== undefined;
    const doc = printDoc(operation, variantDocs[kind]);
    const usual = signatures.overloads.at(-1) ?? signatures.whole;
    const defaultSignature = pages && signatures.pages ? { ...usual, declared: signatures.pages } : usual;
    const call =
      callKind === "delegate"
        ? code`${imports.value(operations, functionName)}(this.#session, ${signatures.passed})`
        : printSessionCall(
            operation,
            constant,
            kind,
            pages,
            callKind === "function" ? literal("session") : literal("this.#session"),
            scope,
          );
    return {
      ...head(isSingle ? defaultSignature : signatures.whole, isSingle ? doc : code``),
      overloads: isSingle ? [] : signatures.overloads.map((one) => head(one, doc)),
      call: callKind === "delegate" && !isSingle ? code`${call} as never` : call,
    };
  });
}

type VariantKind = "call" | "find" | "all" | "pages";

const variantDocs: Readonly<Record<VariantKind, string>> = {
  call: "",
  find: "Returns undefined if the resource does not exist.",
  all: "Iterates over the items of all pages. Requests each page when the loop reaches it.",
  pages: "Iterates over the pages. Requests each page when the loop reaches it.",
};

interface Variant extends CallNames {
  readonly kind: VariantKind;
}

function listVariants({ functionName, methodName, find, pagination }: RestOperation): readonly Variant[] {
  return [
    { functionName, methodName, kind: "call" },
    ...(find ? [{ ...find, kind: "find" as const }] : []),
    ...(pagination
      ? [
          { ...pagination.all, kind: "all" as const },
          { ...pagination.pages, kind: "pages" as const },
        ]
      : []),
  ];
}

function printReturns(
  { response }: RestOperation,
  kind: VariantKind,
  pages: RestPagination | undefined,
  result: TypeSource,
  { types, imports, root }: CallScope,
): Code {
  if (pages) return code`AsyncIterable<${types.print(kind === "all" ? pages.itemType : response.type)}>`;
  const call = imports.type(`${root}runtime/call.js`, "Call");
  if (kind === "find") return code`${call}<${types.print(makeUnion([result, scalar("undefined")]))}>`;
  if (response.successes.length === 0 || result !== response.type)
    return code`${call}<${types.print(result)}>`;
  const variants = response.successes.map(
    ({ status, type }) => code`{ readonly status: ${json(status)}; readonly data: ${types.print(type)} }`,
  );
  return code`${call}<${types.print(result)}, ${variants.reduce((left, right) => code`${left} | ${right}`)}>`;
}

function printSessionCall(
  operation: RestOperation,
  constant: Code,
  kind: VariantKind,
  pages: RestPagination | undefined,
  session: Code,
  { imports, root }: CallScope,
): Code {
  const input = printInput(operation);
  if (!pages)
    return code`${session}.${kind === "find" ? code`find` : code`call`}(${constant}, ${input}, options)`;
  const file = `${root}runtime/pagination.js`;
  const plan = toPaginationName(operation);
  const each = code`${imports.value(file, "readPages")}(${session}, ${constant}, ${input}, options, ${plan})`;
  return kind === "all" ? code`${imports.value(file, "readItems")}(${each}, ${plan})` : each;
}

/** Returns the name of an operation's pagination constant. */
export function toPaginationName({ functionName }: RestOperation): Code {
  return identifier(`${functionName}Pagination`);
}

/** The positional arguments of a call: path parameters in order, then a body. */
function printInput({ parameters, body }: RestOperation): Code {
  const values = parameters.flatMap(({ location, argument }) =>
    location === "path" ? [identifier(argument)] : [],
  );
  return objectOf([
    ["values", values.length > 0 && arrayOf(values)],
    ["body", body !== undefined && code`body`],
  ]);
}

/** Doc comments by operation, which functions and methods share. */
const docCache = new WeakMap<RestOperation, Map<string, Code>>();

function printDoc(operation: RestOperation, more: string): Code {
  const blocks = docCache.get(operation) ?? new Map<string, Code>();
  const block = blocks.get(more) ?? createDoc(operation, more);
  docCache.set(operation, blocks.set(more, block));
  return block;
}

function createDoc(operation: RestOperation, more: string): Code {
  const { description, method, path, isDeprecated } = operation;
  const named = listPathArguments(operation).filter(({ description }) => description !== "");
  const list = named.map(
    ({ argument, description }) => `- \`${argument}\`: ${description.trim().replaceAll("\n", "\n  ")}`,
  );
  const parts = [description.trim(), more, list.join("\n"), `\`${method} ${path}\``];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return docBlock(isDeprecated ? { text, deprecated: "" } : { text });
}
