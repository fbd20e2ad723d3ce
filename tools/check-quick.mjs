/**
 * Runs every quick check, whether or not one fails, and lists those that failed with the command that shows each again.
 *
 * `npm run check:quick`
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("..", import.meta.url));
const redocly = "openapi/lint/node_modules/.bin/redocly";

const checks = [
  ["guide format", "node generator/build/copy-guide.mjs"],
  ["types of the runtime", "npx tsc -b runtime && node runtime/build/declarations.mjs"],
  [
    "types of packages",
    "npx tsc -b convention generator emulator dynamic-client cli mcp query generated/cloud generated/catalogue",
  ],
  ["types of the console", "npx tsc -p emulator/console"],
  ["types of the site", "npx tsc -b site && npx tsc -p site/browser"],
  ["types of tests", "npx tsc -p test/tsconfig.json"],
  ["lint", "npx oxlint --deny-warnings"],
  ["format", "npx oxfmt --check"],
  ["format of protos", "npx buf format --diff --exit-code"],
  ["protos", "npx buf lint"],
  ...(existsSync(`${top}${redocly}`) ? [] : [["linter of OpenAPI", "npm ci --prefix openapi/lint"]]),
  ["OpenAPI", `${redocly} lint --config openapi/redocly.yaml openapi/catalogue.yaml`],
  ["architecture", "npx vitest run test/architecture"],
  ["sizes", "node tools/lines.mjs"],
];

const failed = checks.filter(([name, command]) => {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: top,
    shell: true,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, REDOCLY_TELEMETRY: "off" },
  });
  if (status === 0) console.log(`ok    ${name}`);
  else console.log(`${stdout}${stderr}FAIL  ${name}`);
  return status !== 0;
});

if (failed.length > 0) {
  console.error(`\n${failed.length} of ${checks.length} checks failed:`);
  for (const [name, command] of failed) console.error(`  ${name}: ${command}`);
  process.exitCode = 1;
}
