import { describe, expect, it } from "vitest";
import { defineEnum } from "../../table/enum-type.js";
import { fields } from "../../table/field-text.js";
import { HouseSpecTable } from "../../table/house.fixture.js";
import { defineMessage, type MessageType } from "../../wire/message-type.js";
import { deriveMask } from "../derive/derive-mask.js";
import { diffMask } from "../derive/diff-mask.js";
import { parseMask } from "../text/mask.js";
import { restoreUnrecognized } from "./unrecognized-enums.js";
import { codedError } from "../../../../../test/coded-error.js";

interface Box {
  mode?: number;
  modes: number[];
  byName: { [key: string]: number };
  inner?: Box;
  inners: Box[];
  pick?: object;
}

const Mode = defineEnum({ ONE: 1, TWO: 2 });
const BoxType: MessageType<Box> = defineMessage<Box>(
  "acme.v1.Box",
  ([mode, modes, byName, inner, inners, pick]) => ({ mode, modes, byName, inner, inners, pick }),
  () => undefined,
  () => fields`
    optional ${Mode} mode = 1 closed
    repeated ${Mode} modes = 2 closed
    map<string,${Mode}> by_name = 3 closed
    ${BoxType} inner = 4
    repeated ${BoxType} inners = 5
    ${Mode} picked = 6 oneof=pick closed
    string other = 7 oneof=pick
  `,
);

/** mode 9, modes 9 1 8, by_name { a: 1, b: 9 }, picked 9. */
const own = "08091009100110081a050a016110011a050a016210093009";
const size = (hex: string): string => (hex.length / 2).toString(16).padStart(2, "0");
const decode = (hex: string): Box => BoxType.decode(Buffer.from(hex, "hex"));
const nested = decode(`${own}22${size(own)}${own}2a${size(own)}${own}`);

const restored = {
  mode: 9,
  modes: [9, 1, 8],
  byName: { a: 1, b: 9 },
  pick: { $case: "picked", value: 9 },
  inners: [],
};

describe("a message with the numbers that its closed enums do not have", () => {
  it("has them in its fields again, at every level, and is a new value", () => {
    const before = structuredClone(nested);
    expect(restoreUnrecognized(BoxType, nested as never)).toEqual({
      ...restored,
      inner: restored,
      inners: [restored],
    });
    expect(nested).toEqual(before);
  });

  it.each(["", "0801100222021001"])("is itself if there are none: %s", (hex) => {
    const message = decode(hex) as never;
    expect(restoreUnrecognized(BoxType, message)).toBe(message);
    expect(restoreUnrecognized(HouseSpecTable, message)).toBe(message);
  });

  it("lacks those of fields that a mask names, and of no others", () => {
    const mask = parseMask("mode,pick,inner.(modes,by_name),inners.*.mode");
    const { mode: _mode, pick: _pick, ...rest } = restored;
    expect(restoreUnrecognized(BoxType, nested as never, mask.root)).toEqual({
      ...rest,
      inner: { ...restored, modes: [1], byName: { a: 1 } },
      inners: [{ ...rest, pick: restored.pick }],
    });
    expect(restoreUnrecognized(BoxType, decode("0809") as never, parseMask("*").root)).toMatchObject({
      mode: 9,
    });
  });

  it.each<[list: number[], want: number[] | undefined]>([
    [[1], [9, 1, 8]],
    [
      [1, 2],
      [9, 1, 8, 2],
    ],
    [[], [9, 8]],
    [[2, 1], undefined],
    [[2], undefined],
  ])("knows their places in a list that is longer or shorter at its end: %j", (modes, want) => {
    const message = { ...nested, modes };
    if (want) expect(restoreUnrecognized(BoxType, message as never)["modes"]).toEqual(want);
    else
      expect(() => restoreUnrecognized(BoxType, message as never)).toThrow(
        codedError("MASK_PATH_INVALID", /modes contains enum numbers.*resetMask/),
      );
  });
});

describe("the masks of such messages", () => {
  it("name nothing that holds one", () => {
    expect(deriveMask(BoxType, nested).toString()).toBe(
      "inner.(inner,inners,other),inners.*.(inner,inners,other),other",
    );
    expect(diffMask(BoxType, nested, nested).toString()).toBe("");
    expect(diffMask(BoxType, nested, structuredClone(nested)).toString()).toBe("");
    expect(
      diffMask(BoxType, decode(own), { ...nested, inner: undefined as never, inners: [] }).toString(),
    ).toBe("");
  });

  it("name what does not hold it any more", () => {
    const { _unknownFields: _, ...bare } = nested as Box & { _unknownFields: unknown };
    const emptied = { ...nested, _unknownFields: [], modes: [] };
    expect(diffMask(BoxType, nested, emptied).toString()).toBe("mode,modes,picked");
    expect(deriveMask(BoxType, { ...bare, inner: undefined as never, inners: [] }).toString()).toBe(
      "inner,inners,mode,other,picked",
    );
  });

  it("know an element with such a value by reference, wherever it is now", () => {
    const [first, second] = [decode("0809"), decode("0801")];
    const before = { ...decode(""), inners: [first, second] };
    const move = (): string => diffMask(BoxType, before, { ...before, inners: [second, first] }).toString();
    expect(move()).toBe("inners.(0.*,1.*)");
    second.mode = first.mode = 2;
    expect(move()).toBe("inners.(0.*,1.*)");
  });
});
