import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a spec file may do that other files in the same module graph and process would notice. */
const reasons: readonly (readonly [reason: string, code: RegExp])[] = [
  ["replaces a module", /\bvi\.(?:mock|doMock|hoisted|resetModules)\(/],
  ["replaces a method", /\bvi\.spyOn\(/],
  ["replaces a global", /\bvi\.stubGlobal\(|^\s*(?:delete )?globalThis[.[][^=\n]+(?:=[^=>]|;)/m],
  ["changes the environment", /\bvi\.stubEnv\(|^\s*(?:delete )?process\.env[.[][^=\n]+(?:=[^=>]|;)/m],
  ["replaces the clock", /\bvi\.useFakeTimers\(/],
  ["changes the process", /^\s*process\.(?:chdir\(|exitCode =)/m],
  ["says so", /^\/\/ Isolated: /m],
];

/** Returns why a spec file with this source needs a module graph of its own, or undefined if it does not. */
export function isolationReason(source: string): string | undefined {
  return reasons.find(([, code]) => code.test(source))?.[0];
}

/** Returns the spec files in a folder that need a module graph of their own, as paths below it. */
export function isolatedSpecs(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return /^(?:\..*|node_modules|dist)$/.test(entry.name) ? [] : isolatedSpecs(path);
    const isSpec = entry.name.endsWith(".spec.ts");
    return isSpec && isolationReason(readFileSync(path, "utf8")) !== undefined ? [path] : [];
  });
}
