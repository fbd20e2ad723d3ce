import type { GuideField, GuideMethod } from "@stratus/runtime/guide";
import { expect, it } from "vitest";
import { Client } from "./client.js";
import type { Service } from "../sdk/service.js";

const method = { local: "create", request: "pets.create.request" } as GuideMethod;
const field = (name: string, place: GuideField["place"]): GuideField =>
  ({ name, property: name, place }) as GuideField;

/** What the method of a client is given. */
function givenTo(isRest: boolean, fields: readonly GuideField[], request: object, options: object): unknown {
  const service = { isRest, message: () => ({ fields }) } as unknown as Service;
  const client = new Client(service, { create: (...given: readonly unknown[]) => given });
  return client.call(method, "create", request, options);
}

const id = field("id", "path");
const body = field("body", "body");
const key = field("Idempotency-Key", "header");
const options = { idempotencyKey: "k", signal: undefined };

it.each<[string, boolean, readonly GuideField[], object, unknown]>([
  ["the message and its options by gRPC", false, [], { a: 1 }, [{ a: 1 }, { idempotencyKey: "k" }]],
  [
    "path, body and the parameter that takes the key",
    true,
    [id, body, key],
    { id: "1", body: { a: 1 } },
    ["1", { a: 1 }, { params: { "Idempotency-Key": "k" } }],
  ],
  [
    "a key of the request before that of the options",
    true,
    [key],
    { "Idempotency-Key": "mine" },
    [{ params: { "Idempotency-Key": "mine" } }],
  ],
  [
    "the option as it is if no parameter takes a key, which the package refuses",
    true,
    [id],
    { id: "1" },
    ["1", { idempotencyKey: "k" }],
  ],
])("a client is given %s", (_, isRest, fields, request, want) => {
  expect(givenTo(isRest, fields, request, options)).toEqual(want);
});
