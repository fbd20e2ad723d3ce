import { expect, it } from "vitest";
import { listUsedWords, removeUnusedMembers } from "./runtime-members.js";

const shape = `/** A shape. */
export interface Shape {
  /** A name. */
  readonly ref?: string;
  readonly items?: Shape | false;
  readonly type: string;
  /**
   * Any,
   * such as this.
   */
  readonly example?: unknown;
}
`;

it.each([
  ["const { ref } = shape;", ["ref"]],
  ['type Named = Pick<Shape, "ref">;', ["ref"]],
  ["export const shapes = { a: { items: {} } };", ["items"]],
  ["shape.example;\n// items", ["example"]],
  ['throw new Error("the items of a ref");', []],
  ["/** Its items. */\nconst one = 1;", []],
  [shape, []],
])("code that is %j needs the optional members %j of an interface", (code, want) => {
  const left = removeUnusedMembers(shape, listUsedWords(`${code}\n`));
  expect(["ref", "items", "example"].filter((name) => left.includes(`${name}?:`))).toEqual(want);
  expect(left).toContain("  readonly type: string;");
  expect(left.match(/\/\*\*/g)).toHaveLength(1 + want.filter((name) => name !== "items").length);
});

it("only interfaces lose members", () => {
  const text = "export const one = {\n  readonly?: 1;\n};\n";
  expect(removeUnusedMembers(text, new Set())).toBe(text);
});
