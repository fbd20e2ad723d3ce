import { describe, expect, it } from "vitest";
import { fill } from "../../table/fill.js";
import { UpdateHouseTable } from "../../table/house.fixture.js";
import { omitUnknownFields } from "./omit-unknown-fields.js";

const unknown = { _unknownFields: [{ number: 20, wireType: 0, value: Uint8Array.of(1) }] };
const request = (top: object, spec: object): object =>
  fill(UpdateHouseTable as never, { ...top, spec } as never) as object;

describe("what an Update sends of what this SDK knows", () => {
  it("leaves out unknown fields of plain structures, at every level", () => {
    const given = request(unknown, { ...unknown, floors: 2, owner: { name: "n", ...unknown } });
    expect(omitUnknownFields(UpdateHouseTable as never, given as never)).toEqual(
      request({}, { floors: 2, owner: { name: "n" } }),
    );
  });

  it("keeps elements of lists and values of maps whole, since they are sent as such", () => {
    const given = request({}, { rooms: [{ name: "a", ...unknown }] });
    expect(omitUnknownFields(UpdateHouseTable as never, given as never)).toEqual(given);
  });

  it("is the request itself where there is nothing to leave out, and never changes it", () => {
    const plain = request({}, { floors: 2 });
    expect(omitUnknownFields(UpdateHouseTable as never, plain as never)).toBe(plain);
    const given = request({}, unknown);
    const copy = structuredClone(given);
    omitUnknownFields(UpdateHouseTable as never, given as never);
    expect(given).toEqual(copy);
  });
});
