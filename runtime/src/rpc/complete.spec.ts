import { describe, expect, it } from "vitest";
import type { Codec } from "./service.js";
import { message, resource, resourcePage } from "./complete.js";
import { defineTable } from "../table/define-table.js";
import { fill } from "../table/fill.js";
import { UpdateHouseTable, type UpdateHouse } from "../table/house.fixture.js";
import type { MessageTable } from "../table/table.js";

interface Page {
  items: UpdateHouse[];
  nextPageToken: string;
}
const PageTable: MessageTable<Page> = defineTable("house.v1.Page", () => [
  ["items", "items", [UpdateHouseTable]],
  ["next_page_token", "nextPageToken", "string"],
]);

/** A codec whose wire is memory: it decodes to what it is given. */
const codecOf = <T>(decoded: T): Codec<T> => ({
  encode: () => ({ finish: () => new Uint8Array([7]) }),
  decode: () => decoded,
});
const bytes = new Uint8Array();

describe("the type of a response", () => {
  it("gives a resource its metadata and spec where the wire had none", () => {
    const decoded: UpdateHouse = { metadata: undefined, spec: undefined };
    const house = resource(codecOf(decoded), UpdateHouseTable).codec.decode(bytes);
    expect(house.metadata.id).toBe("");
    expect(house.spec.rooms).toEqual([]);
  });

  it("leaves what is there as it is", () => {
    const { metadata } = fill<UpdateHouse>(UpdateHouseTable, { metadata: { id: "i" } });
    const house = resource(
      codecOf<UpdateHouse>({ metadata, spec: undefined }),
      UpdateHouseTable,
    ).codec.decode(bytes);
    expect(house.metadata).toBe(metadata);
  });

  it("gives every resource of a page the same", () => {
    const items: UpdateHouse[] = [
      { metadata: undefined, spec: undefined },
      { metadata: undefined, spec: undefined },
    ];
    const page = resourcePage(codecOf<Page>({ items, nextPageToken: "t" }), PageTable, "items").codec.decode(
      bytes,
    );
    expect(page.items.map((item) => item.spec?.floors)).toEqual([0, 0]);
    expect(page.nextPageToken).toBe("t");
  });

  it("says so when a page has no such list", () => {
    const type = resourcePage(codecOf<Page>({ items: [], nextPageToken: "" }), PageTable, "nextPageToken");
    expect(() => type.codec.decode(bytes)).toThrow("house.v1.Page has no list of messages in nextPageToken");
  });

  it("changes nothing of a plain message, and encodes as the codec does", () => {
    const codec = codecOf<UpdateHouse>({ metadata: undefined, spec: undefined });
    expect(message(codec, UpdateHouseTable)).toEqual({ codec, table: UpdateHouseTable });
    const type = resource(codec, UpdateHouseTable);
    expect(type.codec.encode(type.codec.decode(bytes)).finish()).toEqual(new Uint8Array([7]));
  });
});
