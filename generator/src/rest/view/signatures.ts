import { code, identifier, joined, string, type Code, type Imports } from "../../kit/code/code.js";
import { scalar, makeUnion, type TypeSource } from "../model/type-source.js";
import type { RestOperation, RestParameter } from "../model/rest-api.js";
import type { TypePrinter } from "./types.js";

/** An overload of a call. */
export interface Signature {
  /** The parameter list: `id: string, options?: OptionsWith<ListPetsParams>`. */
  readonly declared: Code;
  readonly result: TypeSource;
}

/** The signatures of a call. */
export interface Signatures {
  /** The overloads, with the default last. */
  readonly overloads: readonly Signature[];
  /** The signature of the implementation, which accepts all overloads. */
  readonly whole: Signature;
  /** The parameter list of the iterations over pages; undefined if there are none. */
  readonly pages: Code | undefined;
  /** The arguments for a delegated call: `id, options`, with casts if there are several overloads. */
  readonly passed: Code;
}

/** A choice of media types, and the option that selects it: `contentType: "text/csv"`. */
interface Choice {
  readonly body: TypeSource | undefined;
  readonly result: TypeSource;
  readonly option: Code | undefined;
}

/** The source of the names that the calls of a file use. */
export interface CallScope {
  readonly types: TypePrinter;
  readonly imports: Imports;
  /** The relative path to the package's sources. */
  readonly root: "./" | "../";
  /** The module that declares the operations and the types of their parameters. */
  readonly operations: string;
}

/**
 * Prints the signatures of a call: path parameters by position, then the body, then
 * the call options. The options contain all other parameters, so adding an optional
 * parameter changes no positions. An option selects less common forms of body and
 * response.
 */
export function printSignatures(operation: RestOperation, scope: CallScope): Signatures {
  const { parameters, body } = operation;
  const { types, imports } = scope;
  const path = listPathArguments(operation);
  const isOptional = parameters.every(({ location, isRequired }) => location === "path" || !isRequired);
  const base = printOptionsType(operation, scope);
  const inPath = path.map(({ argument, type }) => code`${identifier(argument)}: ${types.print(type)}`);
  const isRequired = body?.isRequired === true;
  const declare = (type: TypeSource | undefined, given: Code, isChosen: boolean): Code => {
    const options = isChosen ? code`options: ${given}` : code`options?: ${given}`;
    const bodies = type ? [printBodyArgument(type, isRequired, isChosen, types)] : [];
    return joined([...inPath, ...bodies, options], ", ");
  };
  const chosen = ({ body: type, option, result }: Choice, isChosen: boolean): Signature => {
    const given = option ? code`${base} & ${option}` : base;
    return { declared: declare(type, given, isChosen || !isOptional), result };
  };
  const [usual, ...others] = listChoices(operation);
  const all = [usual, ...others];
  const plain = chosen(usual, false);
  const isSingle = others.length === 0;
  const bodies = makeUnion(all.flatMap((choice) => choice.body ?? []));
  const whole: Signature = {
    declared: isSingle
      ? plain.declared
      : declare(body && bodies, imports.type(findOptionsModule(scope), "OperationOptions"), false),
    result: makeUnion(all.map(({ result }) => result)),
  };
  const names = path.map(({ argument }) => identifier(argument));
  const passedBody = isSingle ? code`body` : code`body as never`;
  return {
    overloads: [...others.map((choice) => chosen(choice, true)), plain],
    whole,
    pages: operation.pagination && declare(usual.body, printPageOptions(base, scope), !isOptional),
    passed: joined(
      [...names, ...(body ? [passedBody] : []), isSingle ? code`options` : code`options as never`],
      ", ",
    ),
  };
}

/** Prints the type of the call options, including the parameters of the operation. */
function printOptionsType({ parametersType }: RestOperation, scope: CallScope): Code {
  const { imports, operations } = scope;
  const runtime = findOptionsModule(scope);
  if (parametersType === undefined) return imports.type(runtime, "CallOptions");
  return code`${imports.type(runtime, "OptionsWith")}<${imports.type(operations, parametersType)}>`;
}

function printPageOptions(base: Code, scope: CallScope): Code {
  return code`${base} & ${scope.imports.type(findOptionsModule(scope), "PageOptions")}`;
}

function findOptionsModule({ root }: CallScope): string {
  return `${root}runtime/call-options.js`;
}

/** Lists the path parameters. One that occurs twice is one argument. */
export function listPathArguments({ parameters }: RestOperation): readonly RestParameter[] {
  const path = parameters.filter(({ location }) => location === "path");
  return path.filter((one, index) => path.findIndex(({ argument }) => argument === one.argument) === index);
}

function printBodyArgument(
  type: TypeSource,
  isRequired: boolean,
  isFollowed: boolean,
  types: TypePrinter,
): Code {
  const printed = types.print(type);
  if (isRequired) return code`body: ${printed}`;
  return isFollowed ? code`body: (${printed}) | undefined` : code`body?: (${printed}) | undefined`;
}

/** Lists the default media types of body and response, then each alternative. */
function listChoices({ body, response }: RestOperation): readonly [Choice, ...Choice[]] {
  const [form, ...forms] = body?.mediaTypes ?? [];
  const result = response.type;
  const hasStream = response.kind === "bytes";
  const usual = joined(
    [
      ...(form && forms.length > 0
        ? [code`readonly contentType?: ${typeOfChoice(form.mediaType)} | undefined;`]
        : []),
      ...(response.alternatives.length > 0 ? [code`readonly accept?: undefined;`] : []),
      ...(hasStream ? [code`readonly as?: undefined;`] : []),
    ],
    "\n",
  );
  return [
    { body: form?.type, result, option: usual === "" ? undefined : code`{ ${usual} }` },
    ...forms.map((one) => ({
      body: one.type,
      result,
      option: code`{ readonly contentType: ${typeOfChoice(one.mediaType)} }`,
    })),
    ...response.alternatives.map((one) => ({
      body: form?.type,
      result: one.type,
      option: code`{ readonly accept: ${typeOfChoice(one.mediaType)} }`,
    })),
    ...(hasStream
      ? [{ body: form?.type, result: scalar("ByteStream"), option: code`{ readonly as: "stream" }` }]
      : []),
  ];
}

/** A media type, or text of its kind where it stands for several. */
function typeOfChoice(mediaType: string): Code {
  return mediaType.endsWith("/*") ? code`string` : string(mediaType);
}
