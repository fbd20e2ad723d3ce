import { code, identifier, joined, string, type Code, type Imports } from "../../kit/code/code.js";
import { scalar, makeUnion, type TypeSource } from "../model/type-source.js";
import type { RestOperation, RestParameter } from "../model/rest-api.js";
import type { TypePrinter } from "./types.js";

/** One way to write the arguments of a call, and what it gives. */
export interface Signature {
  /** As they are declared: `id: string, options?: OptionsWith<ListPetsParams>`. */
  readonly declared: Code;
  readonly result: TypeSource;
}

/** All ways to write the arguments of a call. */
export interface Signatures {
  /** Each that a program can use, the usual one last; at least one. */
  readonly overloads: readonly Signature[];
  /** The one that takes in all others. */
  readonly whole: Signature;
  /** As they are passed on: `id, options`; to a function with several overloads, past the compiler. */
  readonly passed: Code;
}

/** The options that a choice of form adds: `contentType: "text/csv"`. */
interface Choice {
  readonly body: TypeSource | undefined;
  readonly result: TypeSource;
  readonly option: Code | undefined;
}

/** The source of the names that the calls of a file use. */
export interface CallScope {
  readonly types: TypePrinter;
  readonly imports: Imports;
  /** Leads to the package's sources. */
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
  const path = pathArguments(operation);
  const isOptional = parameters.every(({ place, isRequired }) => place === "path" || !isRequired);
  const base = optionsOf(operation, scope);
  const inPath = path.map(({ argument, type }) => code`${identifier(argument)}: ${types.print(type)}`);
  const isRequired = body?.isRequired === true;
  const declare = (type: TypeSource | undefined, given: Code, isChosen: boolean): Code => {
    const options = isChosen ? code`options: ${given}` : code`options?: ${given}`;
    const bodies = type ? [bodyArgument(type, isRequired, isChosen, types)] : [];
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
      : declare(body && bodies, imports.type(optionsModule(scope), "OperationOptions"), false),
    result: makeUnion(all.map(({ result }) => result)),
  };
  const names = path.map(({ argument }) => identifier(argument));
  const passedBody = isSingle ? code`body` : code`body as never`;
  return {
    overloads: [...others.map((choice) => chosen(choice, true)), plain],
    whole,
    passed: joined(
      [...names, ...(body ? [passedBody] : []), isSingle ? code`options` : code`options as never`],
      ", ",
    ),
  };
}

/** The options of a call, with the operation's parameters where it has some. */
function optionsOf({ parametersType }: RestOperation, scope: CallScope): Code {
  const { imports, operations } = scope;
  const runtime = optionsModule(scope);
  if (parametersType === undefined) return imports.type(runtime, "CallOptions");
  return code`${imports.type(runtime, "OptionsWith")}<${imports.type(operations, parametersType)}>`;
}

function optionsModule({ root }: CallScope): string {
  return `${root}runtime/call-options.js`;
}

/** The path parameters. One that occurs twice is one argument. */
export function pathArguments({ parameters }: RestOperation): readonly RestParameter[] {
  const path = parameters.filter(({ place }) => place === "path");
  return path.filter((one, index) => path.findIndex(({ argument }) => argument === one.argument) === index);
}

function bodyArgument(type: TypeSource, isRequired: boolean, isFollowed: boolean, types: TypePrinter): Code {
  const printed = types.print(type);
  if (isRequired) return code`body: ${printed}`;
  return isFollowed ? code`body: (${printed}) | undefined` : code`body?: (${printed}) | undefined`;
}

/** The usual forms of body and answer, then each other form of one of them. */
function listChoices({ body, answer }: RestOperation): readonly [Choice, ...Choice[]] {
  const [form, ...forms] = body?.forms ?? [];
  const result = answer.type;
  const hasStream = answer.kind === "bytes";
  const usual = joined(
    [
      ...(form && forms.length > 0
        ? [code`readonly contentType?: ${typeOfChoice(form.mediaType)} | undefined;`]
        : []),
      ...(answer.forms.length > 0 ? [code`readonly accept?: undefined;`] : []),
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
    ...answer.forms.map((one) => ({
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
