import type { ts } from "ts-morph";
import { writeCalls } from "./call-probes.js";
import { toNow, toOldType, toOldValue } from "./changed-file.js";
import type { WrittenDeclaration } from "./declaration-writer.js";
import { isInline, printType, toAccess, type Probe, type PropertyAccess, type Subject } from "./probe.js";

/** Writes uses of a value: a class, a function or a constant. */
export function writeValueProbes(
  subject: Subject,
  value: ts.Type,
  written: WrittenDeclaration,
  instance: ts.Type | undefined,
): Probe[] {
  if (written.isClass) return writeClassProbes(subject, value, written, instance);
  const own = toOldValue(subject.pair);
  const all = isInline(value) ? listAccesses(value) : [];
  const properties = all.filter(({ access }) => subject.isChanged(access.key));
  return [
    ...(all.length === 0
      ? [writeRead(subject, { key: "", access: "", type: "", name: "" }, value)]
      : properties.map(({ property, access }) =>
          writeRead(subject, access, subject.checker.getTypeOfSymbol(property)),
        )),
    ...writeCalls(subject, toCallee(subject, "", "", `typeof ${own}`), value),
    ...properties.flatMap(({ property, access }) =>
      writePropertyCalls(subject, access.key, access, property),
    ),
  ];
}

function writePropertyCalls(
  subject: Subject,
  key: string,
  access: PropertyAccess,
  property: ts.Symbol,
): Probe[] {
  const callee = toCallee(subject, key, access.access, `(typeof ${toOldValue(subject.pair)})${access.type}`);
  return writeCalls(subject, callee, subject.checker.getTypeOfSymbol(property));
}

function toCallee(
  { pair, name }: Subject,
  key: string,
  access: string,
  type: string,
): Parameters<typeof writeCalls>[1] {
  return {
    key,
    receiver: "",
    shownReceiver: "",
    expression: `${toNow(pair)}${access}`,
    shownExpression: `${name}${access}`,
    type,
    isConstructor: false,
  };
}

function writeRead(
  { pair, name, checker }: Subject,
  { key, access, type }: PropertyAccess,
  value: ts.Type,
): Probe {
  return {
    pair,
    key,
    kind: "read",
    text: `(): (typeof ${toOldValue(pair)})${type} => ${toNow(pair)}${access}`,
    shown: `(): ${printType(checker, value)} => ${name}${access}`,
  };
}

interface Accessed {
  readonly property: ts.Symbol;
  readonly access: PropertyAccess;
}

function listAccesses(type: ts.Type): Accessed[] {
  return type.getProperties().flatMap((property) => {
    const access = toAccess(property);
    return access && access.key !== "prototype" ? [{ property, access }] : [];
  });
}

function writeClassProbes(
  subject: Subject,
  value: ts.Type,
  written: WrittenDeclaration,
  instance: ts.Type | undefined,
): Probe[] {
  const { pair, name } = subject;
  const statics = listAccesses(value).filter(({ access }) => subject.isChanged(`static ${access.key}`));
  const constructed = {
    ...toCallee(subject, "constructor", "", `typeof ${toOldValue(pair)}`),
    expression: `new ${toNow(pair)}`,
    shownExpression: `new ${name}`,
    isConstructor: true,
  };
  const plain = { ...subject, parameters: "", arguments: "" };
  return [
    ...(written.isAbstract ? [] : writeCalls(plain, constructed, value)),
    ...statics.flatMap(({ property, access }) => {
      const key = `static ${access.key}`;
      const read = writeRead(plain, access, subject.checker.getTypeOfSymbol(property));
      return [{ ...read, key }, ...writePropertyCalls(plain, key, access, property)];
    }),
    ...(instance ? writeOverrides(subject, written, instance) : []),
  ];
}

/** Writes subclasses: one for each method, which passes the call on, and of an abstract class one that implements it. */
function writeOverrides(subject: Subject, written: WrittenDeclaration, instance: ts.Type): Probe[] {
  const { pair, name, checker } = subject;
  const any =
    written.arguments === ""
      ? ""
      : `<${written.arguments
          .slice(1, -1)
          .split(",")
          .map(() => "any")
          .join(", ")}>`;
  const base = `${toNow(pair)}${any}`;
  const old = `${toOldType(pair)}${any}`;
  const methods = listAccesses(instance).filter(
    ({ property }) => checker.getTypeOfSymbol(property).getCallSignatures().length > 0,
  );
  const changed = methods.filter(({ access }) => subject.isChanged(access.key));
  const overrides = changed.map(({ access }): Probe => {
    const body = `override ${access.name}(...args: Parameters<${old}${access.type}>) { return super${access.access}(...args); }`;
    return {
      pair,
      key: access.key,
      kind: "override",
      text: `abstract class extends ${base} { ${body} }`,
      shown: `abstract class extends ${name} { override ${access.name}(...args) { return super${access.access}(...args); } }`,
    };
  });
  if (!written.isAbstract) return overrides;
  const bodies = methods.map(
    ({ access }) =>
      `override ${access.name}(...args: Parameters<${old}${access.type}>): ReturnType<${old}${access.type}> { return null!; }`,
  );
  return [
    ...overrides,
    {
      pair,
      key: "",
      kind: "literal",
      text: `class extends ${base} { ${bodies.join(" ")} }`,
      shown: `class extends ${name} { ${methods.map(({ access }) => `override ${access.name}() {}`).join(" ")} }`,
    },
  ];
}
