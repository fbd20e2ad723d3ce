#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`stratus-cli: Node 20.19 or newer is needed, this is ${process.versions.node}\n`);
  process.exitCode = 1;
} else {
  // From Node 22.8 on, later starts take the compiled code from a cache.
  const { default: modules } = await import("node:module");
  modules.enableCompileCache?.();
  const { runProcess } = await import("../dist/index.js");
  process.exitCode = await runProcess();
}
