/** Fails when `generated/` is not what the generator writes now: run after `npm run generate`. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
const changed = execFileSync("git", ["status", "--porcelain", "--", "generated"], {
  cwd: top,
  encoding: "utf8",
});
if (changed !== "") {
  console.error(
    `generated/ is not up to date:\n${changed}Run \`npm run generate\` and commit what it changes.`,
  );
  process.exitCode = 1;
}
