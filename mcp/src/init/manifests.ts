import { environmentVariable, type Sdk, settingDescriptions } from "@stratus/dynamic-client";

/** The facts of a branded server that its manifests repeat. */
export interface BrandFacts {
  /** The name of the server, such as `acme`. */
  readonly name: string;
  /** The name of its package, such as `acme-mcp`. */
  readonly packageName: string;
  readonly version: string;
  readonly sdk: Sdk;
}

/** The settings that a user of the server may need to enter. */
const settings = ["endpoint", "tokenFile"] as const;

const serverFlags = [
  ["--allow", "changes to allow: create,change,destroy; only reads if it is not set"],
  ["--services", "services to serve, such as compute/*; all if it is not set"],
  ["--profile", "profile of the command line, with its login"],
] as const;

/** Returns the name under which a registry lists the server. The namespace is a placeholder. */
export function registeredName({ packageName }: BrandFacts): string {
  return `com.example/${packageName}`;
}

/** Returns the entry for the registry of MCP servers, `server.json`. */
export function registryEntry(facts: BrandFacts): object {
  const { name, packageName, version, sdk } = facts;
  const variable = (key: string): string => environmentVariable(sdk.session.name, key);
  const asked = [...(sdk.session.needsApiDomain ? ["apiDomain" as const] : []), ...settings];
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: registeredName(facts),
    title: name.slice(0, 100),
    description: `Reads the API of ${name}, and plans before it changes`.slice(0, 100),
    version,
    websiteUrl: `https://example.com/${packageName}`,
    repository: { url: `https://github.com/example/${packageName}`, source: "github" },
    packages: [
      {
        registryType: "npm",
        identifier: packageName,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        packageArguments: serverFlags.map(([flag, description]) => ({
          type: "named",
          name: flag,
          description,
          isRequired: false,
        })),
        environmentVariables: [
          ...asked.map((key) => ({
            name: variable(key),
            description: settingDescriptions[key],
            isRequired: false,
            ...(key === "tokenFile" ? { format: "filepath" } : {}),
          })),
          {
            name: variable("token"),
            description: "access token, if no profile has a login",
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
  };
}

/** Returns the manifest of a bundle for desktop clients, `manifest.json` of an `.mcpb` file. */
export function bundleManifest({ name, packageName, version, sdk }: BrandFacts): object {
  return {
    manifest_version: "0.3",
    name: packageName,
    display_name: name,
    version,
    description: `Reads the API of ${name}, and plans before it changes`,
    author: { name },
    server: {
      type: "node",
      entry_point: `bin/${packageName}.js`,
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/bin/${packageName}.js`],
        env: {
          [environmentVariable(sdk.session.name, "endpoint")]: "${user_config.endpoint}",
          [environmentVariable(sdk.session.name, "tokenFile")]: "${user_config.token_file}",
        },
      },
    },
    user_config: {
      endpoint: {
        type: "string",
        title: "Address of the API",
        description: settingDescriptions.endpoint,
        required: false,
        default: "",
      },
      token_file: {
        type: "string",
        title: "File with an access token",
        description: "Leave it empty to use the login of the command line.",
        required: false,
        default: "",
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { runtimes: { node: ">=20.19" } },
  };
}
