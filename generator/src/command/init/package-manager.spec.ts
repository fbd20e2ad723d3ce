import { describe, expect, it } from "vitest";
import { findPackageManager } from "./package-manager.js";

describe("the package manager of a repository", () => {
  it.each<[why: string, texts: Record<string, string>, installLocked: string]>([
    ["nothing says it", {}, "npm ci"],
    ["its own lock file", { "package-lock.json": "{}" }, "npm ci"],
    ["pnpm's lock file", { "pnpm-lock.yaml": "" }, "pnpm install --frozen-lockfile"],
    ["a workspace of pnpm", { "pnpm-workspace.yaml": "packages: []" }, "pnpm install --frozen-lockfile"],
    ["yarn's lock file", { "yarn.lock": "__metadata:\n  version: 8\n" }, "yarn install --immutable"],
    ["that of yarn 1", { "yarn.lock": "# yarn lockfile v1\n" }, "yarn install --frozen-lockfile"],
    ["bun's lock file", { "bun.lock": "{}" }, "bun install --frozen-lockfile"],
    [
      "what package.json says, before all",
      { "package.json": '{"packageManager":"pnpm@10.1.0"}', "yarn.lock": "" },
      "pnpm install --frozen-lockfile",
    ],
    [
      "yarn 1 in package.json",
      { "package.json": '{"packageManager":"yarn@1.22.22"}' },
      "yarn install --frozen-lockfile",
    ],
    ["something unknown in package.json", { "package.json": '{"packageManager":5}' }, "npm ci"],
  ])("by %s", (_, texts, installLocked) => {
    expect(findPackageManager(new Map(Object.entries(texts))).installLocked).toBe(installLocked);
  });
});
