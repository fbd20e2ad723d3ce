#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`stratus-emulator: Node 20.19 or newer is needed, this is ${process.versions.node}\n`);
  process.exitCode = 1;
} else {
  const { runEmulator } = await import("../dist/index.js");
  process.exitCode = await runEmulator(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    isTerminal: process.stderr.isTTY === true,
    error: (text) => void process.stderr.write(text),
  });
}
