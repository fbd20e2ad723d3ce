import type { Sdk } from "@stratus/dynamic-client";
import { expect, it } from "vitest";
import { brandedFiles } from "./branded-package.js";
import { codedError } from "../../../test/coded-error.js";

const session = { name: "Api", needsApiDomain: true };
const sdk = {
  guide: { package: { name: "@acme/sdk", version: "2.1.0" }, session },
  session,
} as unknown as Sdk;

it("a command line under another name is a package of four files", () => {
  const files = brandedFiles({ name: "acme", sdk, version: "1.2.3" });
  expect([...files.keys()]).toEqual(["package.json", "bin/acme.js", "defaults.json", "README.md"]);
  expect(JSON.parse(files.get("package.json") ?? "")).toMatchObject({
    bin: { acme: "./bin/acme.js" },
    dependencies: { "@stratus/cli": "1.2.3", "@acme/sdk": "^2.1.0" },
  });
  expect(() => brandedFiles({ name: "a b", sdk, version: "1" })).toThrow(
    codedError("ARGUMENT_INVALID", "cannot be a command"),
  );
});
