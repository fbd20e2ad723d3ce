#!/usr/bin/env node
import { checkNodeVersion } from "../dist/bundle/node-version.js";

const fault = checkNodeVersion("protoc-gen-stratus", process.versions.node);
if (fault === undefined) {
  await import("../dist/bundle/short-run.js");
  await import("../dist/bundle/protoc-gen-stratus.js");
} else {
  console.error(fault);
  process.exitCode = 1;
}
