import { type DescMessage, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { createCustomOptions } from "@stratus/convention";
import { loadDescriptors } from "../descriptors/load.js";
import { root } from "../emulator.fixture.js";
import { SecretRedactor } from "./secret-redactor.js";

const registry = await loadDescriptors({ protos: "protos" }, root);
const keeper = new SecretRedactor(registry, createCustomOptions(registry.files));
const secret = Buffer.from("the-secret").toString("base64");
const spec = { cpu: 1, userData: secret };
const request = { "@type": "type.googleapis.com/svc.compute.v1.CreateInstanceRequest", spec };

const cases: readonly { name: string; type: string; message: JsonValue; want: JsonValue }[] = [
  {
    name: "in a structure",
    type: "svc.compute.v1.Instance",
    message: { metadata: { id: "a" }, spec },
    want: { metadata: { id: "a" }, spec: { cpu: 1 } },
  },
  {
    name: "in the elements of a list",
    type: "svc.compute.v1.ListInstancesResponse",
    message: { items: [{ spec }, { spec }] },
    want: { items: [{ spec: { cpu: 1 } }, { spec: { cpu: 1 } }] },
  },
  {
    name: "in an Any",
    type: "svc.common.v1.Operation",
    message: { id: "o", request },
    want: { id: "o", request: { ...request, spec: { cpu: 1 } } },
  },
  {
    name: "at the top",
    type: "svc.iam.v1.ExchangeTokenRequest",
    message: { grantType: "g", subjectToken: secret },
    want: { grantType: "g" },
  },
  {
    name: "that is a whole structure",
    type: "svc.iam.v1.UserProfile",
    message: { id: "u", attributes: { mail: secret } },
    want: { id: "u" },
  },
];

describe("a secret is not shown", () => {
  it.each(cases)("$name", ({ type, message, want }) => {
    const desc = registry.getMessage(type) as DescMessage;
    const original = fromJson(desc, message, { registry });
    expect(keeper.toJson(desc, original)).toEqual(want);
    // What is shown is a copy.
    expect(fromJson(desc, message, { registry })).toEqual(original);
  });
});
