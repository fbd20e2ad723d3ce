import { snakeCase } from "../../kit/text/casing.js";
import { ts } from "ts-morph";
import { readNote } from "../../surface/notes.js";

/** The elements of the protos that a line uses, by what the compiler knows of its names. */
export function elementsOn(line: number, file: ts.SourceFile, checker: ts.TypeChecker): readonly string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const at = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    if (at > line || file.getLineAndCharacterOfPosition(node.end).line + 1 < line) return;
    if (ts.isIdentifier(node) && at === line)
      for (const element of elementsOf(checker.getSymbolAtLocation(node), checker)) found.add(element);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  // Members say more than what they are of, and have longer names.
  return [...found].sort((a, b) => b.length - a.length);
}

function elementsOf(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): readonly string[] {
  if (!symbol) return [];
  const found = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (found.declarations ?? []).flatMap((declaration) => {
    const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
    const file = declaration.getSourceFile();
    const own = readNote(node, file).origin?.element;
    if (own !== undefined || !ts.isPropertySignature(node)) return own ?? [];
    // Comments say what a message was made of, and nothing of its fields.
    const [, message] = /^message (.*)/.exec(readNote(node.parent, file).origin?.element ?? "") ?? [];
    return message === undefined ? [] : [`field ${message}.${snakeCase(node.name.getText(file))}`];
  });
}
