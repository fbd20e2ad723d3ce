import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readExtensionFolder } from "../../generator/src/command/folder/extension-folder.js";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const read = (path: string): string => readFileSync(`${top}${path}`, "utf8");

describe("the generated catalogue package", () => {
  it("is what its description gives, and holds nothing else", async () => {
    const names = { packageName: "@svc/catalogue", packageVersion: "0.1.0", name: "Catalogue" };
    const extension = await readExtensionFolder(`${top}openapi/catalogue`);
    const source = { file: "openapi/catalogue.yaml", text: read("openapi/catalogue.yaml"), extension };
    const lock = read("generated/catalogue/stratus.names.json");
    const { files, warnings } = await generateRestClient({ ...source, lock }, names, {
      hasGuide: true,
      hasOpenapiTypes: true,
      hasOpenTelemetry: true,
      hasStandardSchema: true,
      hasTesting: true,
    });
    expect(warnings).toEqual([]);
    for (const { path, text } of files) expect(read(`generated/catalogue/${path}`), path).toBe(text);
    const written = readdirSync(`${top}generated/catalogue/src`, {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile());
    expect(written).toHaveLength(files.filter(({ path }) => path.startsWith("src/")).length);
  });

  it("has no dependency, and needs nothing of Node", () => {
    expect(JSON.parse(read("generated/catalogue/package.json"))).not.toHaveProperty("dependencies");
    const sources = readdirSync(`${top}generated/catalogue/src`, {
      recursive: true,
      encoding: "utf8",
    }).filter((path) => path.endsWith(".ts"));
    for (const path of sources) {
      const text = read(`generated/catalogue/src/${path}`);
      for (const [, module = ""] of text.matchAll(/(?:from |import\()"([^"]+)"/g))
        // Traces are an entry that nothing else loads.
        expect(module, path).toMatch(
          path.endsWith("opentelemetry.ts") ? /^(\.|@opentelemetry\/api$)/ : /^\.\.?\//,
        );
      expect(text, path).not.toMatch(/\b(process|Buffer|__dirname|require)\b[.(]/);
    }
  });
});
