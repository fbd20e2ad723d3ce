#!/usr/bin/env node
import { nodeFault } from "../dist/command/process/node-version.js";

const fault = nodeFault("stratus", process.versions.node);
if (fault === undefined) {
  await import("../dist/stratus/stratus.js");
} else {
  console.error(fault);
  process.exitCode = 1;
}
