/**
 * The command `stratus`, and beside it the plugin as a process: arguments in, files and messages out. What they
 * do is done below; this folder reads arguments, writes folders and sets exit codes.
 */
import { readRelease } from "../release.js";
import { cleanCommand } from "./clean.js";
import { diffCommand } from "./diff.js";
import { emulateCommand } from "./emulate.js";
import { initCommand } from "./init.js";
import { openapiCommand } from "./openapi.js";
import { releaseCommand } from "./release.js";
import { runCommand } from "./run-command.js";

process.exitCode = await runCommand(
  [initCommand(), cleanCommand(), diffCommand(), emulateCommand(), openapiCommand(), releaseCommand()],
  process.argv.slice(2),
  () => readRelease().version,
  {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    // https://no-color.org: any value but an empty one.
    isColoured: process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "",
  },
);
