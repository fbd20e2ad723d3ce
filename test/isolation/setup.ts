import { afterAll } from "vitest";
import { watchLeftovers } from "./leftovers.js";

const check = watchLeftovers();
afterAll(() => check());
