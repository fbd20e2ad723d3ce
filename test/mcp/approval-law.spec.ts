import { afterAll, beforeAll, expect, it } from "vitest";
import { Api } from "../../mcp/src/calls/api.js";
import { questionText } from "../../mcp/src/plans/approval.js";
import { makePlan } from "../../mcp/src/plans/make-plan.js";
import { Plans } from "../../mcp/src/plans/plans.js";
import { describeWhole } from "../../mcp/src/plans/whole-change.js";
import { runs } from "../runs.js";
import { tryApprovals } from "./approval-law.fixture.js";
import type { Place } from "./place.fixture.js";
import { openVolumes } from "./volumes.fixture.js";

let place: Place;
beforeAll(async () => {
  place = await openVolumes();
});
afterAll(() => place?.[Symbol.asyncDispose]());

it("no approval fits two changes, whatever the API and its users write", async () => {
  const tried = await tryApprovals(place, { Api, Plans, makePlan, questionText, describeWhole }, runs(30));
  expect(tried).toBeGreaterThan(runs(30) / 3);
}, 600_000);
