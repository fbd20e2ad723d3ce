import { ts } from "ts-morph";

/**
 * Returns the shape of a source text as text: every node with its depth and kind, and the names. It ignores comments
 * and the contents of strings, so that texts that differ in nothing else have the same shape. It includes syntax
 * errors and everything that the compiler reads from comments (directives, references).
 *
 * The parser is the one of ts-morph. Only texts are passed, so that its version need not match ours.
 */
export function shapeOf(text: string): string {
  const source = ts.createSourceFile("output.ts", text, ts.ScriptTarget.Latest, false);
  const lines = [`mistakes ${mistakesIn(source)}`, `directives ${directivesIn(source)}`];
  const visit = (node: ts.Node, depth: number): void => {
    const name = ts.isIdentifier(node) || ts.isPrivateIdentifier(node) ? ` ${node.text}` : "";
    lines.push(`${"  ".repeat(depth)}${ts.SyntaxKind[node.kind]}${name}`);
    ts.forEachChild(node, (child) => visit(child, depth + 1));
  };
  visit(source, 0);
  return lines.join("\n");
}

/** Parts of a source file that its type does not show. */
interface Parsed {
  readonly parseDiagnostics?: readonly unknown[];
  readonly commentDirectives?: readonly unknown[];
  readonly pragmas?: ReadonlyMap<string, unknown>;
}

function mistakesIn(source: ts.SourceFile): number {
  return (source as Parsed).parseDiagnostics?.length ?? 0;
}

function directivesIn(source: ts.SourceFile): number {
  const { commentDirectives = [], pragmas } = source as Parsed;
  const references = [source.referencedFiles, source.typeReferenceDirectives, source.libReferenceDirectives];
  return commentDirectives.length + (pragmas?.size ?? 0) + references.flat().length;
}
