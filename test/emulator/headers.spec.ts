import { startEmulator } from "@stratus/emulator";
import { Cloud, staticToken, type Interceptor } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { descriptors } from "@svc/cloud/descriptors";
import { describe, expect, it } from "vitest";
import { generateCloud } from "../docs/cloud.fixture.js";

const options = "session_name=Cloud,idempotency_header=X-Key,reset_mask_header=X-Mask";

/** Sends the headers as an SDK does that was generated with these options. */
const renamed: Interceptor = (next) => (call) => {
  const names = { "x-idempotency-key": "x-key", "x-resetmask": "x-mask" };
  const metadata = Object.entries(names).reduce((headers, [usual, other]) => {
    const value = headers.get(usual);
    return value === undefined ? headers : headers.without(usual).with(other, value);
  }, call.metadata);
  return next({ ...call, metadata });
};

describe("an API that calls its headers differently", () => {
  it("says so in what its package carries", async () => {
    const { "src/descriptors.ts": text = "" } = await generateCloud(options);
    expect(text).toMatch(/options:\s+"[^"]*\bidempotency_header=X-Key,[^"]*\breset_mask_header=X-Mask,/);
  });

  it.each([
    { told: "by its package", given: { sdk: { ...descriptors, generator: { version: "0.1.0", options } } } },
    {
      told: "by options",
      given: { sdk: descriptors, headers: { idempotencyKey: "X-Key", resetMask: "X-Mask" } },
    },
  ])("is served with those, told $told", async ({ given }) => {
    await using emulator = await startEmulator(given);
    await using cloud = new Cloud({
      apiDomain: emulator.apiDomain,
      endpoint: emulator.address,
      insecure: true,
      credentials: staticToken(emulator.issueToken()),
      interceptors: [renamed],
    });
    const instances = new InstanceServiceClient(cloud);
    const request = { metadata: { parentId: "p" }, spec: { cpu: 4, hostnames: ["web"] } };
    const key = { idempotencyKey: "0123456789abcdef" };
    const { resourceId: id } = await instances.create(request, key);
    expect((await instances.create(request, key)).resourceId).toBe(id);
    const update = await instances.update({ metadata: { id } }, { resetMask: (m) => [m.spec.hostnames] });
    expect((await instances.get({ id })).spec).toMatchObject({ cpu: 4, hostnames: [] });
    expect(Object.keys(update.latest.requestHeaders)).toEqual(["x-mask", "x-key"]);
    const other = instances.create({ ...request, spec: { cpu: 8 } }, key);
    await expect(other).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining("X-Key"),
    });
  });

  it.each([
    [{ resetMask: "X Mask" }, /^headers\.resetMask: "X Mask" is not a header name$/],
    [{ resetMask: "x-idempotency-key" }, /^headers: x-idempotency-key cannot be the header of both/],
  ])("cannot call them %o", async (headers, want) => {
    await expect(startEmulator({ sdk: descriptors, headers })).rejects.toThrow(want);
  });
});
