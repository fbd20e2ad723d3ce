/**
 * Creates the package of a branded server. It does not change when the API grows.
 *
 * @module
 */
import { type Sdk, requireCommandName, environmentVariable, writePackage } from "@stratus/dynamic-client";
import { type BrandFacts, bundleManifest, registeredName, registryEntry } from "./manifests.js";

/** The version of the program that packs a bundle. */
const bundler = "2.1.2";

/** The inputs of a branded package. */
export interface Brand {
  /** The name of the server, such as `acme`. */
  readonly name: string;
  readonly sdk: Sdk;
  /** The version of `@stratus/mcp`. */
  readonly version: string;
}

/** Writes the package into a new folder. @throws A UsageError if the folder is not empty. */
export function writeBranded(brand: Brand, folder: string): readonly string[] {
  return writePackage(brandedFiles(brand), folder);
}

function brandedFiles({ name, sdk, version }: Brand): ReadonlyMap<string, string> {
  requireCommandName(name);
  const { name: sdkName, version: sdkVersion } = sdk.guide.package;
  const own = `${name}-mcp`;
  const facts: BrandFacts = { name, packageName: own, version: "0.1.0", sdk };
  const manifest = {
    name: own,
    version: facts.version,
    description: `The MCP server of ${name}`,
    mcpName: registeredName(facts),
    type: "module",
    bin: { [own]: `./bin/${own}.js` },
    files: ["bin", "defaults.json", "server.json"],
    scripts: {
      bundle: `npm install --omit=dev --ignore-scripts && npx -y @anthropic-ai/mcpb@${bundler} pack . ${own}.mcpb`,
    },
    dependencies: { "@stratus/mcp": version, [sdkName]: `^${sdkVersion}` },
    engines: { node: ">=20.19" },
  };
  const defaults = sdk.session.needsApiDomain ? { apiDomain: "api.example.com" } : {};
  return new Map([
    ["package.json", json(manifest)],
    [`bin/${own}.js`, binText(name, sdkName)],
    ["defaults.json", json(defaults)],
    ["server.json", json(registryEntry(facts))],
    ["manifest.json", json(bundleManifest(facts))],
    [".mcpbignore", "server.json\n*.mcpb\n"],
    ["README.md", readmeText(name, sdk)],
  ]);
}

function binText(name: string, sdkName: string): string {
  return `#!/usr/bin/env node
import { readFileSync } from "node:fs";
import modules from "node:module";

// From Node 22.8 on, later starts take the compiled code from a cache.
modules.enableCompileCache?.();
const { runServer } = await import("@stratus/mcp");
const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

process.exitCode = await runServer({
  name: ${JSON.stringify(name)},
  version: read("../package.json").version,
  sdk: ${JSON.stringify(sdkName)},
  from: import.meta.dirname,
  defaults: read("../defaults.json"),
});
`;
}

function readmeText(name: string, sdk: Sdk): string {
  const own = `${name}-mcp`;
  return `# ${own}

The MCP server of ${sdk.guide.package.name}, for agents. It only reads. With \`--allow create,change,destroy\` it plans changes, which a person approves.

\`\`\`json
{ "mcpServers": { "${name}": { "command": "npx", "args": ["-y", "${own}"] } } }
\`\`\`

- \`defaults.json\` has default settings. Flags, environment variables such as \`${environmentVariable(sdk.session.name, "endpoint")}\`, and profiles override them.
- \`server.json\` is the entry for the registry of MCP servers. Replace the namespace \`com.example\` and the addresses of \`example.com\`, there and in \`package.json\`.
- The script \`bundle\` of \`package.json\` makes \`${own}.mcpb\` from \`manifest.json\`, which desktop clients install with a click.
- When the API grows, only the version of ${sdk.guide.package.name} changes.
`;
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
