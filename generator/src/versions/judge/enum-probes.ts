import { ts } from "ts-morph";
import { toNow, toOldValue } from "./changed-file.js";
import { toAccess, type Probe, type Subject } from "./probe.js";
import { writeNameProbe } from "./type-probes.js";
import { toLiteral } from "./type-parts.js";

/**
 * Writes uses of an enum: its type, the value of each member, the type of each member, and the object with all of them. No other
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
      ...(flags & ts.SymbolFlags.Enum && access.startsWith(".")
        ? [own(key, "read", (one) => `(one: ${one}${access}): void => void one`)]
        : []),
      own(key, "reverse", () => `(one: ${values[0]}): ${values[1]} => one`),
    ];
  });
  const isObject = (flags & ts.SymbolFlags.RegularEnum) !== 0;
  const object = isObject ? [own("", "read", (one) => `(): object => ${one}`)] : [];
  return [writeNameProbe(subject), ...object, ...members];
}
