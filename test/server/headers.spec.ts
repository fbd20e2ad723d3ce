import { expect, it } from "vitest";
import { loadShop } from "./shop.fixture.js";

it("an API that calls its headers differently has its masks and keys read from those", async () => {
  await using api = await loadShop(["reset_mask_header=X-Acme-Mask", "idempotency_header=X-Acme-Key"]);
  const seen: unknown[] = [];
  await using shop = await api.open({
    update: (_, { metadata, resetMask, idempotencyKey }) => {
      seen.push(
        String(resetMask),
        idempotencyKey,
        metadata.has("x-resetmask"),
        metadata.has("x-idempotency-key"),
      );
      return {};
    },
  });
  await shop.client.update(
    { metadata: { id: "1" } },
    { resetMask: (m) => [m.spec.floor], idempotencyKey: "0123456789abcdef" },
  );
  expect(seen).toEqual(["spec.floor", "0123456789abcdef", false, false]);
  await expect(shop.client.update({} as never, { metadata: { "X-Acme-Mask": "((" } })).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
    text: expect.stringContaining("reset mask, position 2"),
  });
});
