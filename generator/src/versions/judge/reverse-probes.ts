import type { ts } from "ts-morph";
import { toNewType, toNewValue, toOldType, toOldValue } from "./changed-file.js";
import type { WrittenDeclaration } from "./declaration-writer.js";
import { toIndexKey } from "./type-parts.js";
import { hasMembers, isInline, toAccess, type Probe, type PropertyAccess, type Subject } from "./probe.js";

/** The key of a declaration without its members: its name and its type parameters. */
export const headKey = "(head)";

/**
 * Writes programs that use the old declaration instead of the new one, and the reverse. If all of them compile, programs
 * cannot tell the two apart.
 *
 * @param now The new declaration, written like the old one.
 */
export function writeReverseProbes(
  subject: Subject,
  now: WrittenDeclaration,
  type: ts.Type | undefined,
  value: ts.Type | undefined,
): Probe[] {
  const { pair } = subject;
  const uses = new ReverseUses(subject);
  const list = subject.arguments;
  const [oldType, newType] = [`${toOldType(pair)}${list}`, `${toNewType(pair)}${list}`];
  const [oldValue, newValue] = [`typeof ${toOldValue(pair)}`, `typeof ${toNewValue(pair)}`];
  const named = `${now.parameters}(one: ${toOldType(pair)}${now.arguments}): void => void one`;
  const hasOwn = type !== undefined && hasMembers(subject.checker, type);
  return [
    ...(type ? [uses.probe(headKey, named), ...uses.both("", oldType, newType)] : []),
    ...(hasOwn ? uses.members(type, oldType, newType, "") : []),
    ...(value ? writeValues(uses, value, [oldValue, newValue], now) : []),
  ];
}

function writeValues(
  uses: ReverseUses,
  value: ts.Type,
  [oldValue, newValue]: readonly [string, string],
  { isClass }: WrittenDeclaration,
): Probe[] {
  if (isClass)
    return [
      uses.probe(
        "constructor",
        `(one: ${oldValue}, ...args: ConstructorParameters<${newValue}>) => new one(...args)`,
      ),
      ...uses.members(value, oldValue, newValue, "static "),
    ];
  if (isInline(value)) return uses.members(value, `(${oldValue})`, `(${newValue})`, "");
  const isCalled = value.getCallSignatures().length > 0;
  return [
    ...uses.both("", oldValue, newValue),
    ...(isCalled
      ? [uses.probe("", `(one: ${oldValue}, ...args: Parameters<${newValue}>) => one(...args)`)]
      : []),
  ];
}

class ReverseUses {
  readonly #pair: number;
  readonly #parameters: string;
  readonly #checker: ts.TypeChecker;
  readonly #isChanged: Subject["isChanged"];

  constructor({ pair, parameters, checker, isChanged }: Subject) {
    this.#isChanged = isChanged;
    this.#pair = pair;
    this.#parameters = parameters;
    this.#checker = checker;
  }

  probe(key: string, text: string): Probe {
    return { pair: this.#pair, key, kind: "reverse", text, shown: "" };
  }

  both(key: string, old: string, now: string): Probe[] {
    return [
      this.probe(key, `${this.#parameters}(one: ${old}): ${now} => one`),
      this.probe(key, `${this.#parameters}(one: ${now}): ${old} => one`),
    ];
  }

  members(type: ts.Type, old: string, now: string, prefix: string): Probe[] {
    const [left, right] = [old, now].map((one) => (one.startsWith("typeof ") ? `(${one})` : one));
    const indexed = this.#checker.getIndexInfosOfType(type).flatMap(({ keyType, declaration }) => {
      const index = this.#checker.typeToString(keyType);
      return this.both(toIndexKey(declaration), `${left}[${index}]`, `${right}[${index}]`);
    });
    const named = type.getProperties().flatMap((property) => {
      const access = toAccess(property);
      if (!access || (prefix !== "" && access.key === "prototype")) return [];
      const key = `${prefix}${access.key}`;
      if (!this.#isChanged(key)) return [];
      return [
        ...this.both(key, `${left}${access.type}`, `${right}${access.type}`),
        ...this.#calls(key, property, access, `${left}`, `${right}`),
      ];
    });
    return [...indexed, ...named];
  }

  #calls(
    key: string,
    property: ts.Symbol,
    { access, type }: PropertyAccess,
    old: string,
    now: string,
  ): Probe[] {
    const called = this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(property));
    if (called.getCallSignatures().length === 0) return [];
    const list = `Parameters<NonNullable<${now}${type}>>`;
    return [this.probe(key, `${this.#parameters}(one: ${old}, ...args: ${list}) => one${access}!(...args)`)];
  }
}
