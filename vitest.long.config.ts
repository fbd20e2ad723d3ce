import { defineConfig } from "vitest/config";
import config from "./vitest.config.js";

/** Tests that take longer than a run of all others may: each has a command of its own. */
export default defineConfig({ test: { ...config.test, include: ["test/**/*.long.ts"] } });
