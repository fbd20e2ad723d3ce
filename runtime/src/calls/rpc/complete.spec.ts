import { describe, expect, it } from "vitest";
import { makeType } from "../../fixture/type-of.fixture.js";
import { resource, resourcePage } from "./complete.js";
import { defineTable } from "../../messages/table/define-table.js";
import { fill } from "../../messages/table/fill.js";
import { UpdateHouseTable, type UpdateHouse } from "../../messages/table/house.fixture.js";
import type { MessageTable } from "../../messages/table/table.js";
import type { MessageType } from "../../messages/wire/message-type.js";

interface Page {
  items: UpdateHouse[];
  nextPageToken: string;
}
const PageTable: MessageTable<Page> = defineTable("house.v1.Page", () => [
  ["items", [UpdateHouseTable]],
  ["next_page_token", "string"],
]);

/** A type whose wire is memory: it decodes to what it is given. */
const typeGiving = <T>(table: MessageTable<T>, decoded: T): MessageType<T> =>
  makeType(table, { encode: () => new Uint8Array([7]), decode: () => decoded });
const bytes = new Uint8Array();

describe("the type of a response", () => {
  it("gives a resource its metadata and spec where the wire had none", () => {
    const decoded: UpdateHouse = { metadata: undefined, spec: undefined };
    const house = resource(typeGiving(UpdateHouseTable, decoded)).decode(bytes);
    expect(house.metadata.id).toBe("");
    expect(house.spec.rooms).toEqual([]);
  });

  it("leaves what is there as it is", () => {
    const { metadata } = fill<UpdateHouse>(UpdateHouseTable, { metadata: { id: "i" } });
    const house = resource(typeGiving(UpdateHouseTable, { metadata, spec: undefined })).decode(bytes);
    expect(house.metadata).toBe(metadata);
  });

  it("gives every resource of a page the same", () => {
    const items: UpdateHouse[] = [
      { metadata: undefined, spec: undefined },
      { metadata: undefined, spec: undefined },
    ];
    const page = resourcePage(typeGiving(PageTable, { items, nextPageToken: "t" }), "items").decode(bytes);
    expect(page.items.map((item) => item.spec?.floors)).toEqual([0, 0]);
    expect(page.nextPageToken).toBe("t");
  });

  it("says so when a page has no such list", () => {
    const type = resourcePage(typeGiving(PageTable, { items: [], nextPageToken: "" }), "nextPageToken");
    expect(() => type.decode(bytes)).toThrow("house.v1.Page has no list of messages in nextPageToken");
  });

  it("is else the type that it completes: its name, its fields, its codec", () => {
    const plain = typeGiving<UpdateHouse>(UpdateHouseTable, { metadata: undefined, spec: undefined });
    const type = resource(plain);
    expect([type.typeName, type.fields, type.byName]).toEqual([plain.typeName, plain.fields, plain.byName]);
    expect(type.create({ spec: { floors: 2 } })).toEqual(plain.create({ spec: { floors: 2 } }));
    const made = (): object => ({});
    expect(type.once(made)).toBe(plain.once(made));
    expect(type.encode(type.decode(bytes))).toEqual(new Uint8Array([7]));
  });
});
