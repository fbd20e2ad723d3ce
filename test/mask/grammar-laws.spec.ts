import { assert, constantFrom, integer, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { Mask, parseMask } from "../../runtime/src/messages/mask/index.js";
import { Dice } from "./dice.fixture.js";
import { entriesOfMask } from "./mask-entries.fixture.js";
import { numRuns, runParameters } from "./random-cases.fixture.js";
import { entriesOf, randomMask, show, type RandomMask } from "./random-mask.fixture.js";

const masks = integer().map((seed) => randomMask(new Dice(seed, 0)));
const entriesIn = (mask: Mask): string[] => entriesOfMask(mask).map(show).sort();

describe("random texts of the grammar", () => {
  it("mean the paths that the grammar spells out", () => {
    const seen = { groups: 0, wildcards: 0, quoted: 0, several: 0 };
    assert(
      property(masks, ({ text, paths }: RandomMask) => {
        seen.groups += Number(text.includes("("));
        seen.wildcards += Number(/(?<!")\*(?!")/.test(text));
        seen.quoted += Number(text.includes('"'));
        seen.several += Number(paths.length > 3);
        expect(entriesIn(parseMask(text))).toEqual(entriesOf(paths));
      }),
      runParameters(),
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(numRuns / 20);
  });

  it("print to ASCII that reads back as the same mask, and prints the same again", () => {
    assert(
      property(masks, ({ text }) => {
        const mask = parseMask(text);
        const printed = mask.toString();
        expect(printed).toMatch(/^[ -~]*$/);
        const again = parseMask(printed);
        expect(again.equals(mask)).toBe(true);
        expect(again.toString()).toBe(printed);
      }),
      runParameters(),
    );
  });

  it("are equal exactly when their texts are", () => {
    assert(
      property(masks, masks, (left, right) => {
        const [one, other] = [parseMask(left.text), parseMask(right.text)];
        const isSame = entriesOf(left.paths).join() === entriesOf(right.paths).join();
        expect(one.equals(other)).toBe(isSame);
        expect(one.toString() === other.toString()).toBe(isSame);
      }),
      runParameters(),
    );
  });

  it("unite to the entries of both, in any order", () => {
    assert(
      property(masks, masks, (left, right) => {
        const [one, other] = [parseMask(left.text), parseMask(right.text)];
        const union = one.union(other);
        expect(entriesIn(union)).toEqual(entriesOf([...left.paths, ...right.paths]));
        expect(union.equals(other.union(one))).toBe(true);
        expect(union.union(one).equals(union)).toBe(true);
        expect(one.union(new Mask()).equals(one)).toBe(true);
        for (const mask of [one, other])
          if (!mask.isEmpty) expect(union.contains(mask.toString())).toBe(true);
      }),
      runParameters(),
    );
  });

  it("never make the parser do anything but read or explain, whatever the text", () => {
    const noise = string({
      unit: constantFrom("a", ".", ",", "(", ")", "*", '"', "\\", " ", "é", "u00e9"),
      maxLength: 30,
    });
    let accepted = 0;
    assert(
      property(noise, (text) => {
        try {
          parseMask(text);
          accepted++;
        } catch (error) {
          expect(error).toMatchObject({ name: "MaskSyntaxError" });
          expect((error as Error).message).toMatch(/^[ -~]*$/);
        }
      }),
      runParameters(),
    );
    expect(accepted).toBeGreaterThan(numRuns / 100);
  });
});
