#!/usr/bin/env node
import { checkNodeVersion } from "../dist/command/process/node-version.js";

const fault = checkNodeVersion("stratus", process.versions.node);
if (fault === undefined) {
  await import("../dist/stratus/stratus.js");
} else {
  console.error(fault);
  process.exitCode = 1;
}
