import type { JsonObject } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildImage } from "../../convention/src/proto-image.fixture.js";
import { newAccount, openCloud, signJwt, type TestCloud, zooProtos } from "./emulator.fixture.js";

const keeper = newAccount("keeper");
let cloud: TestCloud;
beforeAll(async () => {
  cloud = await openCloud({
    protos: zooProtos,
    cwd: zooProtos,
    apiDomain: "zoo.test",
    serviceAccounts: [keeper],
  });
});
afterAll(() => cloud[Symbol.asyncDispose]());

describe("an API of other packages, options and names", () => {
  it("is served without a line of code", async () => {
    const spec = {
      species: "lion",
      meals: [{ dish: "hay" }],
      password: "sesame",
      chip: "c-1",
      weightGrams: 0,
    };
    const job = await cloud.must("AnimalService/Create", { metadata: { name: "leo" }, spec });
    expect(job).toMatchObject({ status: {}, finishedAt: "2030-01-01T00:00:00Z" });
    const animalId = String(job["resourceId"]);
    expect(animalId).toMatch(/^animal-/);
    const stored = { species: "lion", meals: [{ dish: "hay" }], password: "sesame", weightGrams: 0 };
    expect(await cloud.must("AnimalService/Get", { animalId })).toEqual({
      metadata: { id: animalId, name: "leo", resourceVersion: "1", createdAt: "2030-01-01T00:00:00Z" },
      spec: stored,
      status: { phase: "PHASE_READY" },
    });
    const retrained = await cloud.must(
      "AnimalService/Retrain",
      { metadata: { id: animalId, resourceVersion: "1" }, spec: { species: "lion" } },
      { headers: { "x-resetmask": "spec.(meals,weight_grams)" } },
    );
    expect(retrained).toMatchObject({
      metadata: { resourceVersion: "2" },
      spec: { species: "lion", password: "sesame" },
    });
    expect(retrained["spec"]).not.toHaveProperty("meals");
    expect(retrained["spec"]).not.toHaveProperty("weightGrams");
    expect(
      await cloud.must("JobService/Get", { id: String(job["id"]) }, { authority: cloud.authorityOf("zoo") }),
    ).toEqual(job);
    expect((await cloud.must("AnimalService/List", {}))["animals"]).toHaveLength(1);
    expect(await cloud.must("AnimalService/Delete", { animalId })).toEqual({});
    expect((await cloud.call("AnimalService/Get", { animalId })).code).toBe("NOT_FOUND");
  });

  it("is served in lists without pages", async () => {
    const messages = `
      extend google.protobuf.ServiceOptions { string api_service_name = 50001; }
      message Meta { string id = 1; string parent_id = 2; string name = 3; } message Spec { string dish = 1; }
      message Meal { Meta metadata = 1; Spec spec = 2; } message Put { Meta metadata = 1; Spec spec = 2; }
      message Id { string id = 1; } message All { repeated Meal meals = 1; }
      message Some { optional string parent_id = 1; string filter = 2; int32 page_size = 3; }`;
    const service =
      'option (api_service_name) = "compute"; rpc Create(Put) returns (Meal); rpc Get(Id) returns (Meal);';
    const file = `syntax = "proto3"; package acme.v1; import "google/protobuf/descriptor.proto"; ${messages}
      service Meals { ${service} rpc List(Some) returns (All); }`;
    const image = buildImage({ "a.proto": file });
    await using kitchen = await openCloud({ image, validate: "off" });
    for (const [parentId, dish] of [
      ["p", "hay"],
      ["p", "oats"],
      ["q", "hay"],
    ] as const)
      await kitchen.must("Meals/Create", { metadata: { parentId }, spec: { dish } });
    const dishes = async (request: JsonObject): Promise<unknown> => {
      const meals = (await kitchen.must("Meals/List", request))["meals"] as readonly JsonObject[];
      return meals.map(({ spec }) => spec);
    };
    expect(await dishes({})).toHaveLength(3);
    expect(await dishes({ parentId: "p" })).toEqual([{ dish: "hay" }, { dish: "oats" }]);
    expect(await dishes({ filter: 'spec.dish = "hay"' })).toHaveLength(2);
    // Without a token for the next page, a page would end the list.
    expect((await kitchen.call("Meals/List", { pageSize: 1 })).code).toBe("INVALID_ARGUMENT");
  });

  it("never shows an INPUT_ONLY field, also where a handler answers with the resource as it is stored", async () => {
    await using zoo = await openCloud({ protos: zooProtos, cwd: zooProtos });
    let stored: unknown;
    zoo.emulator.handle<{ animalId: string }>("AnimalService/Get", ({ animalId }, context) => {
      const animal = context.resource(animalId);
      stored = Reflect.get(Object(Reflect.get(animal, "spec")), "chip");
      return animal;
    });
    const job = await zoo.must("AnimalService/Create", { spec: { species: "lion", chip: "c-1" } });
    const animal = await zoo.must("AnimalService/Get", { animalId: String(job["resourceId"]) });
    expect([stored, animal["spec"]]).toEqual(["c-1", { species: "lion" }]);
  });

  it("keeps its own IMMUTABLE, and answers with a plain status where it has no service errors", async () => {
    const { resourceId } = await cloud.must("AnimalService/Create", { spec: { species: "lion" } });
    const outcome = await cloud.call("AnimalService/Retrain", {
      metadata: { id: String(resourceId) },
      spec: { species: "cat" },
    });
    expect(outcome).toMatchObject({ code: "INVALID_ARGUMENT", details: [] });
  });

  it("hides what it marks as a secret by its own option", () => {
    expect(JSON.stringify(cloud.emulator.calls())).not.toContain("sesame");
  });

  it("exchanges tokens under other names, with a Duration for their lifetime", async () => {
    const swap = await cloud.must(
      "DoorService/Swap",
      {
        grantType: "urn:ietf:params:oauth:grant-type:token-exchange",
        subjectToken: await signJwt(keeper, cloud.clock.now()),
        subjectTokenType: "urn:ietf:params:oauth:token-type:jwt",
      },
      { authorization: null },
    );
    expect(swap["expiresIn"]).toBe("43200s");
    const authorization = `Bearer ${String(swap["accessToken"])}`;
    expect((await cloud.call("AnimalService/List", {}, { authorization })).code).toBe("OK");
  });
});
