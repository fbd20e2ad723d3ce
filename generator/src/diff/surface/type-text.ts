import { ts } from "ts-morph";

const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true });

/** The text of a node on one line, without comments: the same however it was laid out. */
export function textOf(node: ts.Node, source: ts.SourceFile): string {
  const written = source.text.slice(node.pos, node.end).trim();
  // Most types are words alone, which need not be printed again.
  if (/^[\w$.<>[\]]+$/.test(written)) return written;
  return printer
    .printNode(ts.EmitHint.Unspecified, node, source)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/;(?= [}])/g, "")
    .replaceAll(/^\| /g, "");
}

/** The text of each alternative in one order, since that of a union means nothing. */
export function unionText(texts: readonly string[]): string {
  return texts.toSorted().join(" | ");
}
