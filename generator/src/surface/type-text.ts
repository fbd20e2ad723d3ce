import { ts } from "ts-morph";
import type { Reference } from "./statements.js";
import { findUse, replaceNames } from "./used-name.js";

/** Prints types of one module in one form, whatever line breaks, comments and aliases of imports it has. */
export interface TypeText {
  readonly source: ts.SourceFile;
  /** A type or another node, on one line. */
  readonly print: (node: ts.Node) => string;
  /** `<T extends A = B>`, or nothing. */
  readonly typeParameters: (list: readonly ts.TypeParameterDeclaration[] | undefined) => string;
  /** The names that were printed so far, as far as the module imports or declares them. */
  readonly references: ReadonlyMap<string, Reference>;
}

const printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true });

/** Types that look the same however they are printed: names, their arguments and lists, on one line. */
const plainType = /^[A-Za-z_$](?:[\w$]|[<>]|\[\]|, (?=["A-Za-z_$])| \| (?=["A-Za-z_$])|"\w*")*$/;

/**
 * A printer for one declaration of a module.
 * @param known What the module imports and declares.
 */
export function readTypeText(source: ts.SourceFile, known: ReadonlyMap<string, Reference>): TypeText {
  const references = new Map<string, Reference>();
  const print = (node: ts.Node): string => {
    const isRenamed = noteReferences(node, known, references);
    const written = isRenamed ? "" : source.text.slice(node.getStart(source), node.end);
    if (plainType.test(written)) return written;
    const shown = isRenamed ? renamed(node, known) : node;
    return printer
      .printNode(ts.EmitHint.Unspecified, shown, source)
      .replaceAll(/\s*\n\s*/g, " ")
      .replaceAll(/;(?= [}])/g, "")
      .replace(/^\| /, "");
  };
  const typeParameters = (list: readonly ts.TypeParameterDeclaration[] | undefined): string =>
    list && list.length > 0 ? `<${list.map(print).join(", ")}>` : "";
  return { source, print, typeParameters, references };
}

/** Prints a union. Its alternatives are sorted, since their order has no meaning, and `undefined` comes last. */
export function printUnion(texts: readonly string[]): string {
  return texts
    .toSorted((a, b) => Number(isNothing(a)) - Number(isNothing(b)) || (a < b ? -1 : a > b ? 1 : 0))
    .join(" | ");
}

function isNothing(text: string): boolean {
  return text === "undefined" || text === "null";
}

/** Notes the names in a node; whether one of them is called otherwise in its own module (`Call$` is `Call`). */
function noteReferences(
  node: ts.Node,
  known: ReadonlyMap<string, Reference>,
  references: Map<string, Reference>,
): boolean {
  let isRenamed = false;
  const visit = (one: ts.Node): void => {
    const used = findUse(one, known);
    if (used) {
      references.set(used.text, used.reference);
      isRenamed ||= used.reference.name !== used.text;
    }
    ts.forEachChild(one, visit);
  };
  visit(node);
  return isRenamed;
}

/** The node with names as their own modules have them. */
function renamed(node: ts.Node, known: ReadonlyMap<string, Reference>): ts.Node {
  return replaceNames(node, (one) => {
    const used = findUse(one, known);
    return used && used.reference.name !== "*" ? { node: used.node, text: used.reference.name } : undefined;
  });
}
