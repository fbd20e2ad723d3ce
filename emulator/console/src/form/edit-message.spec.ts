import { describe, expect, it } from "vitest";
import type { FormField, MethodForm } from "../../../src/control/view-types.js";
import { formRows, requestFor, withField } from "./edit-message.js";

function field(name: string, type: string, more: Partial<FormField> = {}): FormField {
  const jsonName = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const flags = { isRequired: false, isList: false, isMap: false, isSecret: false };
  return { name, jsonName, type, ...flags, behaviors: [], limits: [], ...more };
}

const form: MethodForm = {
  method: "a.S/Update",
  request: "a.UpdateRequest",
  messages: {
    "a.UpdateRequest": [field("metadata", "a.Metadata"), field("spec", "a.Spec", { isRequired: true })],
    "a.Metadata": [field("id", "string"), field("labels", "string", { isMap: true })],
    "a.Spec": [field("cpu", "int32"), field("disks", "a.Disk", { isList: true })],
    "a.Disk": [field("size", "int64")],
    "a.GetRequest": [field("id", "string")],
    "b.UpdateBook": [field("book", "b.Book"), field("update_mask", "google.protobuf.FieldMask")],
    "b.Book": [field("name", "string"), field("next", "b.Book")],
  },
};
const vm = {
  type: "a.Vm",
  id: "vm-1",
  value: {
    metadata: { id: "vm-1", createdAt: "now", labels: { a: "b" } },
    spec: { cpu: 1, disks: [{ size: "1", host: "h" }] },
    status: { state: "OK" },
  },
};

describe("the request of a method for a resource", () => {
  it("has the parts of the resource that a caller can set", () => {
    expect(requestFor(form, vm)).toEqual({
      metadata: { id: "vm-1", labels: { a: "b" } },
      spec: { cpu: 1, disks: [{ size: "1" }] },
    });
  });

  it("has its identifier, or the whole resource in the field of its type", () => {
    expect(requestFor({ ...form, request: "a.GetRequest" }, vm)).toEqual({ id: "vm-1" });
    const book = {
      type: "b.Book",
      id: "books/1",
      value: { name: "books/1", createTime: "now", next: { name: "x" } },
    };
    expect(requestFor({ ...form, request: "b.UpdateBook" }, book)).toEqual({
      book: { name: "books/1", next: { name: "x" } },
    });
  });
});

describe("the rows of a form", () => {
  it("begin with required fields, and have a oneof once", () => {
    const rows = formRows([
      field("note", "string", { oneof: "_note" }),
      field("a", "string", { oneof: "kind" }),
      field("must", "string", { isRequired: true }),
      field("b", "string", { oneof: "kind" }),
    ]);
    expect(
      rows.map((row) => (row.kind === "field" ? row.field.name : `${row.name} of ${row.fields.length}`)),
    ).toEqual(["must", "note", "kind of 2"]);
  });
});

it("a field of a message is set and removed, also one that objects inherit", () => {
  expect(withField({ a: 1 }, "b", 2)).toEqual({ a: 1, b: 2 });
  expect(withField({ a: 1 }, "a", undefined)).toEqual({});
  expect(Object.keys(withField({}, "__proto__", "x"))).toEqual(["__proto__"]);
});
