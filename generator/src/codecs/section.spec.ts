import { describe, expect, it } from "vitest";
import { joinSections, replaceExactly, splitSections } from "./section.js";

const text = `/* head */
import { BinaryWriter } from "x";

export const Kind = {
A : 1,
} as const

export interface Thing {
name: string,
}

function createBaseThing(): Thing {
      return { name: "" };
    }

export const Thing: MessageFns<Thing> = {
encode() {}
};

interface MessageFns<T> {
encode(): void;
}
`;

describe("the text of ts-proto", () => {
  it("is cut into its declarations, and nothing of it is lost", () => {
    const sections = splitSections(text);
    expect(sections.map(({ kind, name }) => `${kind} ${name}`.trim())).toEqual([
      "head",
      "enum Kind",
      "interface Thing",
      "base Thing",
      "codec Thing",
      "functions",
    ]);
    expect(joinSections(sections)).toBe(text);
  });

  it("is refused where it holds a declaration that we do not know", () => {
    expect(() => splitSections(`${text}\nexport const other = 1;\n`)).toThrow(
      "ts-proto writes a declaration that is new to us: export const other = 1;",
    );
  });
});

describe("a repair of a text", () => {
  const section = { kind: "codec", name: "Thing", text: "a b a" } as const;

  it("is made as often as it must be", () => {
    expect(replaceExactly(2, section, /a/g, "c").text).toBe("c b c");
    expect(replaceExactly(0, section, /x/g, "c").text).toBe("a b a");
    expect(replaceExactly(1, section, /(b) (a)/g, (_, one, two) => `${two} ${one}`).text).toBe("a a b");
  });

  it.each([0, 1, 3])("fails where its place is not there %i times", (times) => {
    expect(() => replaceExactly(times, section, /a/g, "c")).toThrow(
      `the text that ts-proto writes for Thing has changed: /a/g is there 2 times instead of ${times}`,
    );
  });
});
