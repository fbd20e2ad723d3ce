import { findSdk } from "@stratus/dynamic-client";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { root } from "../../../test/repository.fixture.js";
import { bundleManifest, registryEntry } from "./manifests.js";

const text = { type: "string", minLength: 1 };
const input = {
  type: "object",
  required: ["name"],
  properties: {
    name: text,
    description: text,
    isRequired: { type: "boolean" },
    isSecret: { type: "boolean" },
    format: { enum: ["string", "number", "boolean", "filepath"] },
  },
};

/** The rules of the registry's format for an npm package over stdio. */
const registryRules = {
  type: "object",
  required: ["$schema", "name", "description", "version", "packages"],
  properties: {
    name: { type: "string", pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", maxLength: 200 },
    title: { ...text, maxLength: 100 },
    description: { ...text, maxLength: 100 },
    version: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$" },
    websiteUrl: { type: "string", pattern: "^https://" },
    repository: { type: "object", required: ["url", "source"], properties: { url: text, source: text } },
    packages: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["registryType", "identifier", "version", "transport"],
        properties: {
          registryType: { const: "npm" },
          identifier: text,
          version: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$" },
          runtimeHint: { const: "npx" },
          transport: { type: "object", properties: { type: { const: "stdio" } }, required: ["type"] },
          packageArguments: {
            type: "array",
            items: {
              ...input,
              required: ["name", "type"],
              properties: { ...input.properties, type: { const: "named" } },
            },
          },
          environmentVariables: { type: "array", items: input },
        },
      },
    },
  },
};

/** The rules of a bundle's manifest for a Node server. */
const bundleRules = {
  type: "object",
  additionalProperties: false,
  required: ["manifest_version", "name", "version", "description", "author", "server"],
  properties: {
    manifest_version: { const: "0.3" },
    name: text,
    display_name: text,
    version: text,
    description: text,
    author: { type: "object", required: ["name"] },
    server: {
      type: "object",
      required: ["type", "entry_point", "mcp_config"],
      properties: {
        type: { const: "node" },
        entry_point: text,
        mcp_config: { required: ["command", "args"] },
      },
    },
    user_config: { type: "object", additionalProperties: { required: ["type", "title", "description"] } },
    tools_generated: { type: "boolean" },
    prompts_generated: { type: "boolean" },
    compatibility: { type: "object" },
  },
};

it("the entry for the registry and the manifest of the bundle keep the rules of their formats", async () => {
  const sdk = await findSdk("@svc/cloud", root);
  const facts = { name: "acme", packageName: "acme-mcp", version: "0.1.0", sdk };
  const ajv = new Ajv({ strict: false, allErrors: true });
  for (const [rules, manifest] of [
    [registryRules, registryEntry(facts)],
    [registryRules, registryEntry({ ...facts, name: "a".repeat(200), packageName: "a-mcp" })],
    [bundleRules, bundleManifest(facts)],
  ] as const) {
    ajv.validate(rules, manifest);
    expect(ajv.errors ?? []).toEqual([]);
  }
  expect(JSON.stringify(registryEntry(facts))).toMatch(
    /"CLOUD_TOKEN","description":"[^"]+","isRequired":false,"isSecret":true/,
  );
  expect(JSON.stringify(bundleManifest(facts))).toContain("${__dirname}/bin/acme-mcp.js");
});
