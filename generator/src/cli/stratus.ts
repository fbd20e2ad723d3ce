import { readRelease } from "../release.js";
import { emulateCommand } from "./emulate.js";
import { openapiCommand } from "./openapi.js";
import { runCommand } from "./run-command.js";

process.exitCode = await runCommand(
  [emulateCommand(), openapiCommand()],
  process.argv.slice(2),
  () => readRelease().version,
  {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
  },
);
