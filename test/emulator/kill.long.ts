import { it } from "vitest";
import { killRepeatedly } from "../../emulator/src/state/kill.fixture.js";

it("an emulator that is killed seven times has after each restart everything that it acknowledged", () =>
  killRepeatedly(7));
