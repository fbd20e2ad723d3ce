/** Runs `npm start`: builds the packages, generates the SDKs from `protos/` and `openapi/`, and shows the demo. */
import { targets } from "./build.mjs";
import { runQuietStep, runStep } from "./steps.mjs";

const startMs = performance.now();
for (const [text, target] of [
  ["Building the generator, the command line and the local cloud", "tools"],
  ["Generating @svc/cloud from protos/, and @svc/catalogue from openapi/", "generated"],
  ["Compiling @svc/cloud and the demo", "demo"],
]) {
  console.log(`${text} ...`);
  for (const step of targets[target]) runQuietStep(step);
}
console.log(`Ready after ${Math.ceil((performance.now() - startMs) / 1000)} s.\n`);
runStep("node examples/walkthrough/dist/main.js", [], { isShown: false });
