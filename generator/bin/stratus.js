#!/usr/bin/env node
import { checkNodeVersion } from "../dist/bundle/node-version.js";

const fault = checkNodeVersion("stratus", process.versions.node);
if (fault === undefined) {
  await import("../dist/bundle/stratus.js");
} else {
  console.error(fault);
  process.exitCode = 1;
}
