#!/usr/bin/env node
import { nodeFault } from "../dist/cli/node-version.js";

const fault = nodeFault("protoc-gen-stratus", process.versions.node);
if (fault === undefined) {
  await import("../dist/cli/short-run.js");
  await import("../dist/bundle/protoc-gen-stratus.js");
} else {
  console.error(fault);
  process.exitCode = 1;
}
