import { ts } from "ts-morph";
import { toNow, toOldValue } from "./changed-file.js";
import { toAccess, type Probe, type PropertyAccess, type Subject } from "./probe.js";
import { writeNameProbe } from "./type-probes.js";
import { toLiteral } from "./type-parts.js";

/**
 * Writes uses of an enum: its type, the value of each member, the type of each member, and the name of a number. No other
 * enum is assignable to it, so members are compared by their values.
 */
export function writeEnumProbes(subject: Subject, value: ts.Type): Probe[] {
  const { pair, name, checker, isChanged } = subject;
  const flags = value.getSymbol()?.flags ?? 0;
  const [now, old] = [toNow(pair), `(typeof ${toOldValue(pair)})`];
  const own = (key: string, kind: Probe["kind"], write: (enumName: string) => string): Probe => ({
    pair,
    key,
    kind,
    text: write(now),
    shown: write(name),
  });
  const members = value.getProperties().flatMap((property): Probe[] => {
    const member = toAccess(property);
    if (!member || !isChanged(member.key)) return [];
    const { key, access, type } = member;
    const text = toLiteral(checker.getTypeOfSymbol(property)) ?? "number";
    const values = [`\`\${${old}${type}}\``, `\`\${(typeof ${now})${type}}\``] as const;
    return [
      own(key, "read", (one) => `(): ${text} => ${one}${access}`),
      ...(flags & ts.SymbolFlags.Enum ? writeMemberUses(member, own, flags, text) : []),
      own(key, "reverse", () => `(one: ${values[0]}): ${values[1]} => one`),
    ];
  });
  return [writeNameProbe(subject), ...members];
}

/** Writes uses that only enums of TypeScript have: a member as a type, and the name of a number. */
function writeMemberUses(
  { key, access }: PropertyAccess,
  own: (key: string, kind: Probe["kind"], write: (enumName: string) => string) => Probe,
  flags: ts.SymbolFlags,
  text: string,
): Probe[] {
  const isNumber = /^(?:-?\d|number)/.test(text) && (flags & ts.SymbolFlags.RegularEnum) !== 0;
  return [
    ...(access.startsWith(".")
      ? [own(key, "read", (one) => `(one: ${one}${access}): void => void one`)]
      : []),
    ...(isNumber ? [own("", "read", (one) => `(): string => ${one}[${one}${access}]!`)] : []),
  ];
}
