import { it } from "vitest";
import { killRepeatedly } from "./kill.fixture.js";

it("an emulator that is killed has after its restart everything that it acknowledged", () =>
  killRepeatedly(1));
