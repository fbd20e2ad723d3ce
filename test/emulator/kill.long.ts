import { it } from "vitest";
import { killRepeatedly } from "../../emulator/src/state/kill.fixture.js";

it("an emulator that is killed seven times has after each restart everything that it acknowledged", () =>
  killRepeatedly(7));

// A list has one page, so that each state may have so many kills.
it.each(Array.from({ length: 39 }, (_, index) => index + 1))(
  "an emulator that is killed five times more keeps everything that it acknowledged: state %i of 39",
  () => killRepeatedly(5),
);
