import type { ts } from "ts-morph";
import { writeCalls } from "./call-probes.js";
import { isMethod, listCases, toCaseKey, toIndexKey, toKeyType, toLiteral, type Case } from "./type-parts.js";
import { toNow, toOldType } from "./changed-file.js";
import {
  findInline,
  hasMembers,
  isInline,
  isOptional,
  isWritable,
  printType,
  toAccess,
  type Probe,
  type ProbeKind,
  type PropertyAccess,
  type Subject,
} from "./probe.js";

/** Writes a use of the name of a type, with its type parameters. */
export function writeNameProbe({ pair, parameters, arguments: list, name }: Subject): Probe {
  return {
    pair,
    key: "",
    kind: "name",
    text: `${parameters}(one: ${toNow(pair)}${list}): void => void one`,
    shown: `${parameters}(one: ${name}${list}): void => void one`,
  };
}

/** Writes uses of a type: of each member if it has members, otherwise of the type as a whole. */
export function writeTypeProbes(subject: Subject, type: ts.Type, isClass: boolean): Probe[] {
  const { checker } = subject;
  const named = writeNameProbe(subject);
  const uses = new TypeUses(subject);
  if (!hasMembers(checker, type)) return [named, ...uses.whole(type)];
  const members = type.getProperties().flatMap((property) => {
    const access = toAccess(property);
    return access ? [{ property, access }] : [];
  });
  return [
    named,
    ...members
      .filter(({ access }) => subject.isChanged(access.key))
      .flatMap((member) => uses.member(member, isClass)),
    ...checker.getIndexInfosOfType(type).flatMap((info) => uses.indexSignature(info)),
    ...(isClass || subject.use === "read" || subject.use === "message"
      ? []
      : [uses.literal(members.map(({ access }) => access))]),
  ];
}

/** A member of a type. */
interface UsedMember {
  readonly property: ts.Symbol;
  readonly access: PropertyAccess;
}

class TypeUses {
  readonly #subject: Subject;
  /** The types for the compiler, and the name for people. */
  readonly #now: string;
  readonly #old: string;
  readonly #name: string;

  constructor(subject: Subject) {
    this.#subject = subject;
    const arguments_ = subject.arguments;
    this.#now = `${toNow(subject.pair)}${arguments_}`;
    this.#old = `${toOldType(subject.pair)}${arguments_}`;
    this.#name = `${subject.name}${arguments_}`;
  }

  /** Uses of a type that is not read member by member, such as a union. */
  whole(type: ts.Type): Probe[] {
    const { use, checker } = this.#subject;
    if (use === "message") return [];
    const shown = printType(checker, type);
    const isRead = use !== "made";
    return [
      ...(isRead ? this.#switches(type) : []),
      ...(isRead ? [this.#probe("", "read", (now, old) => `(one: ${now}): ${old} => one`, shown)] : []),
      ...(use === "read"
        ? []
        : [
            this.#probe("", "write", (now, old) => `(value: ${old}): ${now} => value`, shown),
            ...this.#alternatives(type),
          ]),
    ];
  }

  member({ property, access }: UsedMember, isClass: boolean): Probe[] {
    const { use, checker } = this.#subject;
    const type = checker.getTypeOfSymbol(property);
    const cases = listCases(checker, type);
    if (cases.length > 0) return this.#cases(access, cases);
    const shown = printType(checker, type);
    const probe = (kind: ProbeKind, make: (now: string, value: string) => string, required = false): Probe =>
      this.#probe(
        access.key,
        kind,
        (now, old) => make(now, old),
        shown,
        required ? `Required<${this.#old}>${access.type}` : `${this.#old}${access.type}`,
      );
    const isMade = !isClass && use !== "read";
    const { name } = access;
    return [
      probe("read", (now, value) => `(one: ${now}): ${value} => one${access.access}`),
      ...this.#inlineReads(access, type),
      ...(isMade
        ? [
            probe(
              "write",
              (now, value) => `(value: ${value}): Pick<${now}, ${toKeyType(access)}> => ({ ${name}: value })`,
              true,
            ),
          ]
        : []),
      ...(isMade && isOptional(property)
        ? [probe("write", (now) => `(): Pick<${now}, ${toKeyType(access)}> => ({})`)]
        : []),
      ...this.#assignments(property, access, isMade, shown),
      ...this.#calls(access, type, isOptional(property)),
    ];
  }

  /** Reads and writes of each case of a oneof; of a single case also a read that does not check which one it is. */
  #cases({ key, access, type, name }: PropertyAccess, cases: readonly Case[]): Probe[] {
    const member = `NonNullable<${this.#old}${type}>`;
    const [only] = cases;
    const probes = cases.flatMap(({ tag, value }) => {
      const own = `Extract<${member}, { $case: ${tag} }>["value"]`;
      const read = (now: string, old: string): string =>
        `(one: ${now}): ${old} | undefined => one${access}?.$case === ${tag} ? one${access}.value : undefined`;
      const write = (now: string, old: string): string =>
        `(value: ${old}): Pick<${now}, ${toKeyType({ type })}> => ({ ${name}: { $case: ${tag}, value } })`;
      const caseKey = toCaseKey(key, JSON.parse(tag) as string);
      return [
        this.#probe(caseKey, "read", read, value, own),
        this.#probe(caseKey, "write", write, value, own),
      ];
    });
    if (!only || cases.length > 1) return probes;
    const unchecked = (now: string, old: string): string =>
      `(one: ${now}): ${old} | undefined => one${access}?.value`;
    return [...probes, this.#probe(key, "read", unchecked, only.value, `${member}["value"]`)];
  }

  /** Reads and writes by a key that is not known, such as `labels["tier"]`. */
  indexSignature({ keyType, type, declaration }: ts.IndexInfo): Probe[] {
    const { use, checker } = this.#subject;
    const key = toIndexKey(declaration);
    const index = printType(checker, keyType);
    const shown = printType(checker, type);
    const value = `${this.#old}[${index}]`;
    const read = (now: string, old: string): string => `(one: ${now}, key: ${index}): ${old} => one[key]!`;
    const write = (now: string, old: string): string =>
      `(one: ${now}, key: ${index}, value: ${old}): void => { one[key] = value; }`;
    return [
      this.#probe(key, "read", read, shown, value),
      ...(use === "read" ? [] : [this.#probe(key, "write", write, shown, value)]),
    ];
  }

  /** A literal with all members. */
  literal(members: readonly PropertyAccess[]): Probe {
    const text = members.map(({ name, access }) => `${name}: value${access}`).join(", ");
    return this.#probe(
      "",
      "literal",
      (now, old) => `(value: ${old}): ${now} => ({ ${text} })`,
      this.#name,
      `Required<${this.#old}>`,
    );
  }

  #probe(
    key: string,
    kind: ProbeKind,
    make: (now: string, old: string) => string,
    shownType: string,
    old = this.#old,
  ): Probe {
    const { pair, parameters } = this.#subject;
    return {
      pair,
      key,
      kind,
      text: `${parameters}${make(this.#now, old)}`,
      shown: `${parameters}${make(this.#name, shownType)}`,
    };
  }

  #assignments(
    property: ts.Symbol,
    { key, access, type }: PropertyAccess,
    isMade: boolean,
    shown: string,
  ): Probe[] {
    if (!isWritable(property) || isMethod(property)) return [];
    if (isMade)
      return [
        this.#probe(
          key,
          "write",
          (now, value) => `(one: ${now}, value: ${value}): void => { one${access} = value; }`,
          shown,
          `Required<${this.#old}>${type}`,
        ),
      ];
    return [
      this.#probe(
        key,
        "write",
        (now) =>
          `(one: ${now}): void => { const value = one${access}; if (value !== undefined) one${access} = value; }`,
        shown,
      ),
    ];
  }

  #calls({ key, access, type: index }: PropertyAccess, type: ts.Type, isOptional: boolean): Probe[] {
    if (this.#subject.use === "message") return [];
    const callee = {
      key,
      receiver: `one: ${this.#now}`,
      shownReceiver: `one: ${this.#name}`,
      expression: `one${access}${isOptional ? "?." : ""}`,
      shownExpression: `one${access}${isOptional ? "?." : ""}`,
      type: `NonNullable<${this.#old}${index}>`,
      isConstructor: false,
    };
    return writeCalls(this.#subject, callee, this.#subject.checker.getNonNullableType(type));
  }

  /** Reads of the members of a type that is written out in the declaration. */
  #inlineReads({ key, access }: PropertyAccess, type: ts.Type): Probe[] {
    const { checker } = this.#subject;
    const read = findInline(checker, type, `one${access}`);
    if (!read) return [];
    const { expression } = read;
    const indexed = checker.getIndexInfosOfType(read.type).map(({ keyType }) => {
      const index = printType(checker, keyType);
      return this.#probe(key, "read", (now) => `(one: ${now}, key: ${index}) => ${expression}[key]`, "");
    });
    const named = read.type.getProperties().flatMap((one) => {
      const inside = toAccess(one);
      return inside
        ? [this.#probe(key, "read", (now) => `(one: ${now}) => ${expression}${inside.access}`, "")]
        : [];
    });
    // A promise is not awaited here: functions that return one are called.
    return read.isAsync ? [] : [...indexed, ...named];
  }

  /** Literals of each alternative of a union, because literals must not contain unknown members. */
  #alternatives(type: ts.Type): Probe[] {
    if (!type.isUnion() || !type.types.every(isInline)) return [];
    return type.types.map((one) => {
      const members = one.getProperties().flatMap((property) => toAccess(property) ?? []);
      const text = members.map(({ name }) => `${name}: null!`).join(", ");
      return this.#probe("", "write", (now) => `(): ${now} => ({ ${text} })`, "");
    });
  }

  /** A switch over all literals of a union, or over the property that tells its alternatives apart. */
  #switches(type: ts.Type): Probe[] {
    if (!type.isUnion()) return [];
    const literals = type.types.map(toLiteral);
    if (literals.every((one) => one !== undefined)) return [this.#switch("one", literals)];
    const tags = type.types.map((one) => one.getProperties());
    const [first = []] = tags;
    for (const { name } of first) {
      const values = type.types.map((one) => {
        const property = one.getProperty(name);
        return property && toLiteral(this.#subject.checker.getTypeOfSymbol(property));
      });
      if (new Set(values).size === type.types.length && values.every((one) => one !== undefined))
        return [this.#switch(`one[${JSON.stringify(name)}]`, values)];
    }
    return [];
  }

  #switch(tag: string, values: readonly string[]): Probe {
    const cases = values.map((value) => `case ${value}: return 1;`).join(" ");
    return this.#probe(
      "",
      "read",
      (now) =>
        `(one: ${now}): number => { switch (${tag}) { ${cases} default: { const never: never = one; return never; } } }`,
      "",
    );
  }
}
