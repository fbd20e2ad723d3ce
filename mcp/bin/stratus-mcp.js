#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`stratus-mcp: Node 20.19 or newer is needed, this is ${process.versions.node}\n`);
  process.exitCode = 1;
} else {
  const { runProcess } = await import("../dist/index.js");
  process.exitCode = await runProcess();
}
