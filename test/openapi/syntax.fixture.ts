import { ts } from "ts-morph";

/** The kinds of all nodes of a source text, in order and with their depth; names, literals and comments aside. */
export function shapeOf(text: string): string {
  const source = ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, false);
  const lines: string[] = [];
  const visit = (node: ts.Node, depth: number): void => {
    lines.push(`${depth} ${ts.SyntaxKind[node.kind]}`);
    ts.forEachChild(node, (child) => visit(child, depth + 1));
  };
  visit(source, 0);
  return lines.join("\n");
}
