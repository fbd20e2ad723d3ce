/**
 * Creates the package of a branded CLI. It does not change when the API grows.
 *
 * @module
 */
import { type Sdk, requireCommandName, environmentVariable, writePackage } from "@stratus/dynamic-client";

/** The inputs of a branded package. */
export interface Brand {
  /** The name of the command, such as `acme`. */
  readonly name: string;
  readonly sdk: Sdk;
  /** The version of `@stratus/cli`. */
  readonly version: string;
}

/** Returns the contents of the package's files by path. */
export function brandedFiles({ name, sdk, version }: Brand): ReadonlyMap<string, string> {
  requireCommandName(name);
  const { name: sdkName, version: sdkVersion } = sdk.guide.package;
  const manifest = {
    name: `${name}-cli`,
    version: "0.1.0",
    description: `The command line ${name}`,
    type: "module",
    bin: { [name]: `./bin/${name}.js` },
    files: ["bin", "defaults.json"],
    dependencies: { "@stratus/cli": version, [sdkName]: `^${sdkVersion}` },
    engines: { node: ">=20.19" },
  };
  const bin = `#!/usr/bin/env node
import { readFileSync } from "node:fs";
import modules from "node:module";

// From Node 22.8 on, later starts take the compiled code from a cache.
modules.enableCompileCache?.();
const { runCommandLine } = await import("@stratus/cli");
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

process.exitCode = await runCommandLine({
  name: ${JSON.stringify(name)},
  version: read("../package.json").version,
  sdk: ${JSON.stringify(sdkName)},
  from: import.meta.dirname,
  defaults: read("../defaults.json"),
});
`;
  const defaults = sdk.session.needsApiDomain ? { apiDomain: "api.example.com" } : {};
  const readme = `# ${name}

The command line of ${sdkName}.

\`\`\`sh
${name} --help
${name} login
${name} skill > SKILL.md      # for coding agents
\`\`\`

- \`defaults.json\` has the settings that hold unless a flag, the environment (\`${environmentVariable(sdk.session.name, "apiDomain")}\`) or a profile says otherwise.
- Completion: \`source <(${name} completion bash)\`, \`source <(${name} completion zsh)\`, \`${name} completion fish | source\`.
- When the API grows, only the version of ${sdkName} changes.
`;
  return new Map([
    ["package.json", `${JSON.stringify(manifest, undefined, 2)}\n`],
    [`bin/${name}.js`, bin],
    ["defaults.json", `${JSON.stringify(defaults, undefined, 2)}\n`],
    ["README.md", readme],
  ]);
}

/** Writes the package into a new folder. @throws A UsageError if the folder is not empty. */
export function writeBranded(brand: Brand, folder: string): readonly string[] {
  return writePackage(brandedFiles(brand), folder);
}
