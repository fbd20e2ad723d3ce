import { describe } from "vitest";
import { judgePrograms, promise } from "./programs.fixture.js";

describe(`over APIs of proto3, whose enums are open: ${promise}`, () => judgePrograms(["proto3"]));
