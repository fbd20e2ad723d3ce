#!/usr/bin/env node
import { checkNodeVersion } from "../dist/command/process/node-version.js";

const fault = checkNodeVersion("protoc-gen-stratus", process.versions.node);
if (fault === undefined) {
  await import("../dist/command/process/short-run.js");
  await import("../dist/protoc-gen-stratus/protoc-gen-stratus.js");
} else {
  console.error(fault);
  process.exitCode = 1;
}
