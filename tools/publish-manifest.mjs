/**
 * Takes from the package.json in the folder where it runs what only this repository needs: the condition `stratus-source`,
 * which names sources that the package does not contain. `--restore` puts it back.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

const kept = "dist/.package.json";
if (!process.argv.includes("--restore")) {
  if (!existsSync(kept)) copyFileSync("package.json", kept);
  const manifest = JSON.parse(readFileSync(kept, "utf8"));
  for (const target of Object.values(manifest.exports)) delete target["stratus-source"];
  manifest.sideEffects = manifest.sideEffects.filter((path) => !path.startsWith("./src/"));
  writeFileSync("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
} else if (existsSync(kept)) renameSync(kept, "package.json");
