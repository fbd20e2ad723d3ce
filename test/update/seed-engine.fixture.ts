import { clone, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import { reflect, type ReflectList, type ReflectMap, type ReflectMessage } from "@bufbuild/protobuf/reflect";

/**
 * A server's Update, written from the rules of the reset mask and from nothing else of this repository: it imports only
 * protobuf-es and works on decoded messages. It knows no behaviors, so it does to fields of the server what a request says.
 */
export function applyUpdate(
  desc: DescMessage,
  stored: Message,
  request: Message,
  requestDesc: DescMessage,
  mask: string,
): Message {
  const result = clone(desc, stored);
  merge(reflect(desc, result), reflect(requestDesc, request), parseResetMask(mask));
  return result;
}

/** The elements of a mask below a place. `isEnd` if one of them ends there. */
interface MaskNode {
  isEnd: boolean;
  readonly children: Map<string, MaskNode>;
  /** Below a wildcard. */
  every: MaskNode | undefined;
}

/** Nothing is named. */
const nothing: MaskNode = { isEnd: false, children: new Map(), every: undefined };

/** Changes a message field by field: by what the request carries of each, or else by the mask. */
function merge(target: ReflectMessage, sent: ReflectMessage, mask: MaskNode): void {
  for (const field of target.desc.fields) {
    const inside = childAt(mask, field.name);
    const source = sent.fields.find(
      ({ name, fieldKind }) => name === field.name && fieldKind === field.fieldKind,
    );
    if (source === undefined || !sent.isSet(source)) {
      if (isCleared(field, inside)) target.clear(field);
    } else if (field.fieldKind === "list" && source.fieldKind === "list") {
      mergeList(target.get(field), sent.get(source), inside);
    } else if (field.fieldKind === "map" && source.fieldKind === "map") {
      mergeMap(target.get(field), sent.get(source), inside);
    } else if (field.fieldKind === "message" && source.fieldKind === "message" && target.isSet(field)) {
      const held = target.get(field);
      merge(held, sent.get(source), inside);
      target.set(field, held);
    } else target.set(field, sent.get(source));
  }
}

/** A structure, list or map that is not carried goes if it or something in it is named; a scalar, if it is named itself. */
function isCleared({ fieldKind }: DescField, { isEnd, children, every }: MaskNode): boolean {
  return (
    isEnd ||
    ((fieldKind === "message" || fieldKind === "list" || fieldKind === "map") &&
      (children.size > 0 || every !== undefined))
  );
}

/** Elements that both have are updated one by one, each under the mask at its index; others are removed or added. */
function mergeList(target: ReflectList, sent: ReflectList, mask: MaskNode): void {
  const shared = Math.min(target.size, sent.size);
  const merged = [...sent].map((value, index) => {
    const held = target.get(index);
    if (index >= shared || !isMessage(value) || !isMessage(held)) return value;
    merge(held, value, childAt(mask, String(index)));
    return held;
  });
  target.clear();
  for (const value of merged) target.add(value);
}

/** Values that both have are updated; others are removed or added. */
function mergeMap(target: ReflectMap, sent: ReflectMap, mask: MaskNode): void {
  for (const key of target.keys()) if (!sent.has(key)) target.delete(key);
  for (const [key, value] of sent) {
    const held = target.get(key);
    if (isMessage(held) && isMessage(value)) {
      merge(held, value, childAt(mask, String(key)));
      target.set(key, held);
    } else target.set(key, value);
  }
}

function isMessage(value: unknown): value is ReflectMessage {
  return typeof value === "object" && value !== null && "desc" in value;
}

/** What is named below a child: under its name and under a wildcard. */
function childAt({ children, every }: MaskNode, name: string): MaskNode {
  const named = children.get(name);
  if (named === undefined || every === undefined) return named ?? every ?? nothing;
  return unite(named, every);
}

function unite(one: MaskNode, other: MaskNode): MaskNode {
  const children = new Map(one.children);
  for (const [name, node] of other.children) {
    const held = children.get(name);
    children.set(name, held ? unite(held, node) : node);
  }
  const every = one.every && other.every ? unite(one.every, other.every) : (one.every ?? other.every);
  return { isEnd: one.isEnd || other.isEnd, children, every };
}

/** Reads a mask: elements between commas, steps between dots, groups in parentheses, `*` for every child. */
function parseResetMask(text: string): MaskNode {
  const tokens = text.match(/"(?:\\.|[^"\\])*"|[\w]+|[*.,()]/g) ?? [];
  let position = 0;
  const root: MaskNode = { isEnd: false, children: new Map(), every: undefined };
  const readUnion = (from: readonly MaskNode[]): MaskNode[] => {
    const ends = readPath(from);
    while (tokens[position] === ",") {
      position++;
      ends.push(...readPath(from));
    }
    return ends;
  };
  const readPath = (from: readonly MaskNode[]): MaskNode[] => {
    let nodes = readStep(from);
    while (tokens[position] === ".") {
      position++;
      nodes = readStep(nodes);
    }
    return nodes;
  };
  const readStep = (from: readonly MaskNode[]): MaskNode[] => {
    const token = tokens[position++];
    if (token === undefined || token === ")") throw new Error(`not a mask: ${text}`);
    if (token !== "(") return from.map((node) => addChild(node, token));
    const ends = readUnion(from);
    if (tokens[position++] !== ")") throw new Error(`not a mask: ${text}`);
    return ends;
  };
  if (tokens.length > 0) for (const node of readUnion([root])) node.isEnd = true;
  if (position < tokens.length) throw new Error(`not a mask: ${text}`);
  return root;
}

function addChild(node: MaskNode, token: string): MaskNode {
  if (token === "*") return (node.every ??= { isEnd: false, children: new Map(), every: undefined });
  const name = token.startsWith('"') ? String(JSON.parse(token)) : token;
  const child = node.children.get(name) ?? { isEnd: false, children: new Map(), every: undefined };
  node.children.set(name, child);
  return child;
}
