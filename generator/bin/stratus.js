#!/usr/bin/env node
import { nodeFault } from "../dist/cli/node-version.js";

const fault = nodeFault("stratus", process.versions.node);
if (fault === undefined) {
  await import("../dist/commands/stratus.js");
} else {
  console.error(fault);
  process.exitCode = 1;
}
