import type { ts } from "ts-morph";
import { findInline, isInline, printType, toAccess, type Probe, type Subject } from "./probe.js";

/** Something that programs call: a function, a method or a constructor. */
export interface Callee {
  readonly key: string;
  /** Parameters of the probe before those of the call, such as `one: Now$1`; empty for none. */
  readonly receiver: string;
  readonly shownReceiver: string;
  /** The called expression: `one.get`, `new Now$1`. */
  readonly expression: string;
  readonly shownExpression: string;
  /** The old type of the callee, for the compiler. */
  readonly type: string;
  readonly isConstructor: boolean;
}

/** Writes calls with the old parameters, and with literals for options that are written out in the signature. */
export function writeCalls(subject: Subject, callee: Callee, type: ts.Type): Probe[] {
  const signatures = callee.isConstructor ? type.getConstructSignatures() : type.getCallSignatures();
  return signatures.flatMap((signature, index) => {
    const list = toParameterList(callee, index, signatures.length);
    return [
      writeCall(subject, callee, signature, list),
      ...writeShortCall(subject, callee, signature, list),
      ...writeAssertion(subject, callee, signature, list),
      ...signature.parameters.flatMap((parameter, at) =>
        writeOptionsCall(subject, callee, { signature, parameter, at, list }),
      ),
      ...(callee.isConstructor ? [] : writeResultReads(subject, callee, signature, list)),
    ];
  });
}

/** Returns the type of the parameters of one signature of several. */
function toParameterList({ type, isConstructor }: Callee, index: number, count: number): string {
  if (count === 1) return `${isConstructor ? "ConstructorParameters" : "Parameters"}<${type}>`;
  const word = isConstructor ? "new " : "";
  const overloads = Array.from({ length: count }, (_, at) => `${word}(...args: infer A${at}): unknown`);
  return `(${type} extends { ${overloads.join("; ")} } ? A${index} : never)`;
}

function writeCall(
  subject: Subject,
  { key, receiver, shownReceiver, expression, shownExpression }: Callee,
  signature: ts.Signature,
  list: string,
): Probe {
  const { pair, checker, parameters } = subject;
  const names = signature.parameters.map((one) => {
    const [declaration] = one.declarations ?? [];
    const isRest = declaration !== undefined && "dotDotDotToken" in declaration && declaration.dotDotDotToken;
    return {
      name: `${isRest ? "..." : ""}${toPlainName(one.getName())}`,
      type: checker.getTypeOfSymbol(one),
    };
  });
  const shownParameters = [
    ...(shownReceiver === "" ? [] : [shownReceiver]),
    ...names.map(({ name, type }) => `${name}: ${printType(checker, type)}`),
  ];
  return {
    pair,
    key,
    kind: "call",
    text: `${parameters}(${joinParameters(receiver, `...args: ${list}`)}) => ${expression}(...args)`,
    shown: `${parameters}(${shownParameters.join(", ")}) => ${shownExpression}(${names.map(({ name }) => name).join(", ")})`,
  };
}

/** Writes a call without the optional arguments, which a spread of all parameters does not try. */
function writeShortCall(
  { pair, parameters }: Subject,
  { key, receiver, shownReceiver, expression, shownExpression }: Callee,
  signature: ts.Signature,
  list: string,
): Probe[] {
  const required = signature.parameters.findIndex((one) => isOmissible(one));
  if (required < 0) return [];
  const values = signature.parameters.slice(0, required).map((_, index) => `args[${index}]`);
  const names = signature.parameters.slice(0, required).map((one) => toPlainName(one.getName()));
  const text = `${parameters}(${joinParameters(receiver, `...args: ${list}`)}) => ${expression}(${values.join(", ")})`;
  const shown = `${parameters}(${shownReceiver}) => ${shownExpression}(${names.join(", ")})`;
  return [{ pair, key, kind: "call", text, shown }];
}

/** Writes a call of a function that asserts the type of its first argument, which has that type after the call. */
function writeAssertion(
  { pair, checker, parameters }: Subject,
  { key, receiver, shownReceiver, expression, shownExpression, type }: Callee,
  signature: ts.Signature,
  list: string,
): Probe[] {
  const predicate = checker.getTypePredicateOfSignature(signature);
  if (predicate?.type === undefined || predicate.parameterIndex !== 0) return [];
  const asserted = `(${type} extends (value: any, ...rest: any) => asserts value is infer T ? T : never)`;
  const rest = `${list} extends [any, ...infer R] ? R : never`;
  const text = `${parameters}(${joinParameters(receiver, `value: ${list}[0]`, `...rest: ${rest}`)}): ${asserted} => { ${expression}(value, ...rest); return value; }`;
  const shown = `${parameters}(${joinParameters(shownReceiver, "value")}): ${printType(checker, predicate.type)} => { ${shownExpression}(value); return value; }`;
  return [{ pair, key, kind: "call", text, shown }];
}

function isOmissible({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(
    (one) =>
      ("questionToken" in one && one.questionToken !== undefined) ||
      ("dotDotDotToken" in one && one.dotDotDotToken !== undefined),
  );
}

/** A parameter that is destructured has a name that no program can write. */
function toPlainName(name: string): string {
  return name.startsWith("__") ? "options" : name;
}

function joinParameters(...list: readonly string[]): string {
  return list.filter((one) => one !== "").join(", ");
}

interface Option {
  readonly signature: ts.Signature;
  readonly parameter: ts.Symbol;
  readonly at: number;
  readonly list: string;
}

/** Writes calls with a literal, because literals must not contain unknown members and must contain required ones. */
function writeOptionsCall(
  subject: Subject,
  { key, receiver, shownReceiver, expression, shownExpression }: Callee,
  { signature, parameter, at, list }: Option,
): Probe[] {
  const { pair, checker, parameters } = subject;
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
  if (!isInline(type)) return [];
  const accesses = type.getProperties().flatMap((one) => toAccess(one) ?? []);
  const literal = `{ ${accesses.map(({ name, access }) => `${name}: value${access}`).join(", ")} }`;
  const values = signature.parameters.map((_, index) => (index === at ? literal : `args[${index}]`));
  const before = signature.parameters.slice(0, at).map((one) => toPlainName(one.getName()));
  const text = `${parameters}(${joinParameters(receiver, `value: Required<NonNullable<${list}[${at}]>>`, `...args: ${list}`)}) => ${expression}(${values.slice(0, at + 1).join(", ")})`;
  const shown = `${parameters}(${joinParameters(shownReceiver, `value: ${printType(checker, type)}`)}) => ${shownExpression}(${[...before, literal].join(", ")})`;
  return [{ pair, key, kind: "call", text, shown }];
}

/** Writes reads of the members of a result that is written out in the signature. */
function writeResultReads(
  subject: Subject,
  { key, receiver, shownReceiver, expression, shownExpression }: Callee,
  signature: ts.Signature,
  list: string,
): Probe[] {
  const { pair, parameters, checker } = subject;
  const read = findInline(checker, signature.getReturnType(), `${expression}(...args)`);
  const shownRead = findInline(checker, signature.getReturnType(), `${shownExpression}(...)`);
  if (!read || !shownRead) return [];
  const word = read.isAsync ? "async " : "";
  return read.type.getProperties().flatMap((one): Probe[] => {
    const access = toAccess(one);
    if (!access) return [];
    return [
      {
        pair,
        key,
        kind: "read",
        text: `${word}${parameters}(${joinParameters(receiver, `...args: ${list}`)}) => ${read.expression}${access.access}`,
        shown: `${word}${parameters}(${shownReceiver}) => ${shownRead.expression.replaceAll("!", "")}${access.access}`,
      },
    ];
  });
}
