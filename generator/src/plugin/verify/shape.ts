import { ts } from "ts-morph";

/**
 * The shape of a source text, as text: every node with its depth, kind and, of a
 * name, the name. Comments and the content of strings are left out, so two texts
 * that differ in nothing else have the same shape. What the compiler takes from
 * comments (directives, references) is part of it, as are mistakes.
 *
 * The parser is the one inside ts-morph: text in, text out, so that its version
 * and ours never meet.
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
