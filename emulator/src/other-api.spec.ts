import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
    expect(JSON.stringify(cloud.emulator.report())).not.toContain("sesame");
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
