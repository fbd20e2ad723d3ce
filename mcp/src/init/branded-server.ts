/**
 * Creates the package of a branded server. It does not change when the API grows.
 *
 * @module
 */
import { type Sdk, requireCommandName, environmentVariable, writePackage } from "@stratus/dynamic-client";

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
  const registered = `com.example/${own}`;
  const manifest = {
    name: own,
    version: "0.1.0",
    description: `The MCP server of ${name}`,
    mcpName: registered,
    type: "module",
    bin: { [own]: `./bin/${own}.js` },
    files: ["bin", "defaults.json", "server.json"],
    dependencies: { "@stratus/mcp": version, [sdkName]: `^${sdkVersion}` },
    engines: { node: ">=20.19" },
  };
  const token = environmentVariable(sdk.session.name, "token");
  const registry = {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: registered,
    description: `Reads the API of ${name}, and plans before it changes`,
    version: "0.1.0",
    packages: [
      {
        registryType: "npm",
        identifier: own,
        version: "0.1.0",
        transport: { type: "stdio" },
        environmentVariables: [
          {
            name: token,
            description: "Access token, if no profile has a login",
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
  };
  const defaults = sdk.session.needsApiDomain ? { apiDomain: "api.example.com" } : {};
  return new Map([
    ["package.json", json(manifest)],
    [`bin/${own}.js`, binText(name, sdkName)],
    ["defaults.json", json(defaults)],
    ["server.json", json(registry)],
    ["README.md", readmeText(name, sdk)],
  ]);
}

function binText(name: string, sdkName: string): string {
  return `#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { runServer } from "@stratus/mcp";

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

The MCP server of ${sdk.guide.package.name}, for agents. It reads; \`--allow create,change,destroy\` lets it do more, each time with a plan that a person approves.

\`\`\`json
{ "mcpServers": { "${name}": { "command": "npx", "args": ["-y", "${own}"] } } }
\`\`\`

- \`defaults.json\` has the settings that hold unless a flag, the environment (\`${environmentVariable(sdk.session.name, "apiDomain")}\`) or a profile says otherwise.
- \`server.json\` is the entry for a registry of servers; put your own namespace in the place of \`com.example\`, there and in \`package.json\`.
- When the API grows, only the version of ${sdk.guide.package.name} changes.
`;
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
