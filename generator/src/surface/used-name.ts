/** Finds the names in types that a module imports or declares. */
import { ts } from "ts-morph";
import type { Reference } from "./statements.js";

/** A name in a type that the module imports or declares. */
export interface UsedName {
  /** The part of the name that stands for the declaration: `Outer.Inner` of `Outer.Inner["id"]`. */
  readonly node: ts.Node;
  readonly text: string;
  readonly reference: Reference;
}

/** Finds the name that a type, a query of one or a base begins with; other identifiers name properties and parameters. */
export function findUse(node: ts.Node, known: ReadonlyMap<string, Reference>): UsedName | undefined {
  if (ts.isTypeReferenceNode(node)) return findKnown(node.typeName, known);
  if (ts.isTypeQueryNode(node)) return findKnown(node.exprName, known);
  return ts.isExpressionWithTypeArguments(node) ? findKnown(node.expression, known) : undefined;
}

/** Finds the longest part of a name with dots that is known. A member of `import * as disks` is a name of that module. */
function findKnown(node: ts.Node, known: ReadonlyMap<string, Reference>): UsedName | undefined {
  const [left, right] = ts.isQualifiedName(node)
    ? [node.left, node.right.text]
    : ts.isPropertyAccessExpression(node)
      ? [node.expression, node.name.text]
      : [undefined, ts.isIdentifier(node) ? node.text : ""];
  const inside = left && findKnown(left, known);
  const text = left ? `${readDottedText(left)}.${right}` : right;
  const reference =
    known.get(text) ??
    (inside?.node === left && inside?.reference.name === "*"
      ? { ...inside.reference, name: right }
      : undefined);
  return reference ? { node, text, reference } : inside;
}

function readDottedText(node: ts.Node): string {
  if (ts.isQualifiedName(node)) return `${readDottedText(node.left)}.${node.right.text}`;
  if (ts.isPropertyAccessExpression(node)) return `${readDottedText(node.expression)}.${node.name.text}`;
  return ts.isIdentifier(node) ? node.text : "";
}

/** Returns a node in which names are replaced by other texts. */
export function replaceNames(
  node: ts.Node,
  find: (node: ts.Node) => { readonly node: ts.Node; readonly text: string } | undefined,
): ts.Node {
  const texts = new Map<ts.Node, string>();
  const { transformed } = ts.transform(node, [
    (context) => (root) => {
      const visit = (one: ts.Node): ts.Node => {
        const text = texts.get(one);
        if (text !== undefined) return context.factory.createIdentifier(text);
        const found = find(one);
        if (found) texts.set(found.node, found.text);
        return ts.visitEachChild(one, visit, context);
      };
      return ts.visitNode(root, visit);
    },
  ]);
  return transformed[0] ?? node;
}
