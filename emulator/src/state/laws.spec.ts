import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { create, type DescMessage } from "@bufbuild/protobuf";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Cloud } from "../cloud.js";
import { readApi } from "../descriptors/api.js";
import { loadDescriptors } from "../descriptors/load.js";
import { root, TestClock } from "../emulator.fixture.js";
import { defaultHeaders } from "../descriptors/header-names.js";
import { IdempotencyKeys } from "../server/idempotency.js";
import { copyState } from "./crash-copy.fixture.js";
import { liveState } from "./live-state.js";
import { openState } from "./open-state.js";
import { captureState } from "./snapshot-file.js";
import { runs } from "../../../test/runs.js";

const api = readApi(await loadDescriptors({ protos: "protos" }, root));
const disk = api.registry.getMessage("svc.compute.v1.Disk") as DescMessage;

/** A cloud with its keys. */
interface Place {
  readonly cloud: Cloud;
  readonly keys: IdempotencyKeys;
  readonly clock: TestClock;
}

function newPlace(clock: TestClock): Place {
  let count = 0;
  const random = (size: number) => new Uint8Array(size).fill((count += 1));
  const settings = {
    operationDelayMs: 20,
    retentionMs: 50,
    conflict: "refuse",
    neverNull: [],
    headers: defaultHeaders,
    tokenLifetimeMs: 40,
  } as const;
  return { cloud: new Cloud(api, { ...settings, clock, random }), keys: new IdempotencyKeys(60), clock };
}

/** Everything that a restart must bring back, in no order. */
function contents({ cloud, keys }: Place): unknown {
  return captureState(liveState(cloud, keys)).map(({ kind, items, save }) => [
    kind,
    new Map(items.map(([key, item]) => [key, JSON.parse(save(item)) as unknown])),
  ]);
}

type Step = (place: Place) => unknown;

const ids = fc.constantFrom("a", "b", "c", "d");
const steps: fc.Arbitrary<Step> = fc.oneof(
  // Large ones, so that a journal outgrows its snapshot now and then.
  fc.tuple(ids, fc.constantFrom(10, 30_000)).map(([id, size]): Step => ({ cloud }) => {
    const resource = { typeName: disk.typeName, id, parentId: "", name: "n".repeat(size) };
    cloud.apply({
      kind: "put",
      resource: { ...resource, sequence: cloud.nextSequence(), message: create(disk) },
    });
  }),
  ids.map(
    (id): Step =>
      ({ cloud }) =>
        cloud.apply({ kind: "delete", typeName: disk.typeName, id }),
  ),
  fc.nat(1e6).map((n): Step => ({ cloud, clock }) => {
    const now = clock.now();
    const texts = { endpoint: "e", method: "m", description: "d", createdBy: "c", parentId: "" };
    const resource = {
      resourceType: "t",
      resourceId: "r",
      request: { typeName: disk.typeName, base64: "" },
      requestHeaders: {},
    };
    const times = { createdAtMs: now, dueAtMs: now + (n % 60) };
    cloud.operations.accept({
      id: `${n}`,
      ...texts,
      ...resource,
      ...times,
      effect: { kind: "none" },
      failure: undefined,
    });
  }),
  fc.integer({ min: 1, max: 30 }).map((ms): Step => ({ cloud, clock }) => {
    clock.advance(ms);
    cloud.now();
  }),
  fc.constant<Step>(({ cloud, clock }) => cloud.tokens.issue("subject", clock.now(), 40)),
  fc.constant<Step>(({ cloud }) => cloud.tokens.revokeAll()),
  fc.uuid().map((key): Step => async ({ keys, clock }) => {
    const call = { key, scope: "s", fingerprint: "f", nowMs: clock.now() };
    await keys.run(call, async () => ({ kind: "message", message: create(disk) }));
  }),
);

describe("a state in files", () => {
  it("is after a crash what it was when it was last saved, whatever was done", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(steps, { maxLength: 8 }), { maxLength: 12 }), async (rounds) => {
        const path = join(await mkdtemp(join(tmpdir(), "state-law-")), "state.json");
        const clock = new TestClock();
        let place = newPlace(clock);
        let keeper = await openState(path, place.cloud, place.keys);
        for (const [index, round] of rounds.entries()) {
          for (const step of round) await step(place);
          await keeper.persist();
          const crashed = await copyState(path);
          const after = newPlace(clock);
          const again = await openState(crashed, after.cloud, after.keys);
          expect(contents(after)).toEqual(contents(place));
          await again.close();
          await rm(dirname(crashed), { recursive: true });
          // Some rounds end in an orderly stop and a new start.
          if (index % 3 !== 2) continue;
          await keeper.close();
          place = newPlace(clock);
          keeper = await openState(path, place.cloud, place.keys);
          expect(contents(place)).toEqual(contents(after));
        }
        await keeper.close();
        await rm(dirname(path), { recursive: true });
      }),
      { numRuns: runs(10) },
    );
  });
});
