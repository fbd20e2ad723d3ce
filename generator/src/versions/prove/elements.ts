import { snakeCase } from "../../kit/text/casing.js";
import { ts } from "ts-morph";
import { readNote } from "../../surface/notes.js";

/** Finds the proto elements that a line uses, from the symbols of its identifiers. */
export function findElementsOnLine(
  line: number,
  file: ts.SourceFile,
  checker: ts.TypeChecker,
): readonly string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const at = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    if (at > line || file.getLineAndCharacterOfPosition(node.end).line + 1 < line) return;
    if (ts.isIdentifier(node) && at === line)
      for (const element of findElements(checker.getSymbolAtLocation(node), checker)) found.add(element);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  // Members are more specific than their owners and have longer names.
  return [...found].sort((a, b) => b.length - a.length);
}

function findElements(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): readonly string[] {
  if (!symbol) return [];
  const found = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (found.declarations ?? []).flatMap((declaration) => {
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
    const file = declaration.getSourceFile();
    const own = readNote(node, file).origin?.element;
    if (own !== undefined || !ts.isPropertySignature(node)) return own ?? [];
    // Comments state the proto message of a type, but not the fields of its properties.
    const [, message] = /^message (.*)/.exec(readNote(node.parent, file).origin?.element ?? "") ?? [];
    return message === undefined ? [] : [`field ${message}.${snakeCase(node.name.getText(file))}`];
  });
}
