import { describe } from "vitest";
import { judgePrograms, promise } from "./programs.fixture.js";

describe(`over APIs with closed enums, required fields and groups: ${promise}`, () =>
  judgePrograms(["proto2", "2023"]));
