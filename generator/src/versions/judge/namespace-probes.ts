import { ts } from "ts-morph";
import { toNow, toOldValue } from "./changed-file.js";
import type { Probe, Subject } from "./probe.js";
import { writeTypeProbes } from "./type-probes.js";

/** Writes uses of the types in a namespace, each of which is a member of it. */
export function writeNamespaceProbes(subject: Subject, namespace: ts.Symbol | undefined): Probe[] {
  const { pair, name, checker } = subject;
  return [...(namespace?.exports?.values() ?? [])].flatMap((symbol) => {
    if ((symbol.flags & ts.SymbolFlags.Type) === 0) return [];
    const own = `.${symbol.getName()}`;
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const count = countTypeParameters(symbol);
    const inside: Subject = {
      ...subject,
      name: `${name}${own}`,
      now: `${toNow(pair)}${own}`,
      old: `${toOldValue(pair)}${own}`,
      parameters: "",
      arguments: count === 0 ? "" : `<${Array.from({ length: count }, () => "any").join(", ")}>`,
      isChanged: () => true,
    };
    return writeTypeProbes(inside, type, false).map((one) => ({
      ...one,
      key: symbol.getName(),
      kind: one.kind === "name" ? "read" : one.kind,
    }));
  });
}

function countTypeParameters({ declarations = [] }: ts.Symbol): number {
  const counts = declarations.map((one) =>
    ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one) ? (one.typeParameters?.length ?? 0) : 0,
  );
  return Math.max(0, ...counts);
}
