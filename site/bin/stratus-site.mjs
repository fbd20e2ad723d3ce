#!/usr/bin/env node
import { run } from "../src/command.mjs";

run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(`stratus-site: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  },
);
