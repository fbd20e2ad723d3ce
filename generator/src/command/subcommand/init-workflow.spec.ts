import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseNamesFile } from "../../kit/text/names-file.js";
import { initCommand } from "./init.js";
import { runCommand } from "./run-command.js";

/** The workflow that is written. */
interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions?: Readonly<Record<string, string>>;
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
      }
    >
  >;
}

describe("what `stratus init` writes to generate and publish", () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "init-workflow-"))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const init = async (): Promise<string> => {
    let said = "";
    const io = { out: (text: string) => void (said += text), error: (text: string) => void (said += text) };
    expect(await runCommand([initCommand()], ["init", folder], () => "1.0.0", io)).toBe(0);
    return said;
  };
  const text = (path: string): Promise<string> => readFile(join(folder, path), "utf8");

  it.each(["npm@11.0.0", "pnpm@12.21.0", "yarn@4.18.1", "yarn@1.22.22", "bun@1.4.5"])(
    "lets no job of the workflow publish or write that runs installed code, with %s",
    async (packageManager) => {
      await writeFile(join(folder, "package.json"), JSON.stringify({ packageManager }));
      await init();
      const { jobs } = parse(await text(".github/workflows/sdk.yml")) as Workflow;
      const trusted = Object.values(jobs).filter(({ permissions = {} }) =>
        Object.entries(permissions).some(([, value]) => value === "write"),
      );
      expect(trusted.map(({ permissions }) => permissions)).toContainEqual({
        contents: "read",
        "id-token": "write",
      });
      for (const { steps } of trusted)
        for (const { uses, run } of steps) {
          expect(uses?.split("@")[0] ?? "actions/checkout").toMatch(
            /^actions\/(checkout|setup-node|download-artifact)$/,
          );
          if (run?.startsWith("sh sdk.sh")) expect(run).toMatch(/^sh sdk\.sh (propose|publish|notes) /);
          expect(run ?? "").not.toMatch(/\b(install|ci|npx|yarn|pnpm|bunx?)\b/);
        }
      // The parts of the script that these jobs run.
      const script = await text("sdk.sh");
      const parts = ["publish", "propose", "notes", "refuse_other_version", "refuse_other_package"].map(
        (name) =>
          script.slice(
            script.indexOf(`\n${name}() {`),
            script.indexOf("\n}\n", script.indexOf(`\n${name}() {`)),
          ),
      );
      for (const part of parts) {
        expect(part).not.toBe("");
        expect(part).not.toMatch(/\b(npm (install|ci|run|pack)|npx|yarn|pnpm|bun)\b/);
      }
      expect(script).toContain("npm publish ./sdk.tgz --ignore-scripts");
      expect(script).toContain('git apply --index --include="$folder/*" "$patch"');
    },
  );

  it("advises against `clean` of buf, and never writes it", async () => {
    await writeFile(
      join(folder, "buf.gen.yaml"),
      "version: v2\nclean: true\nplugins:\n  - local: protoc-gen-es\n    out: gen\n",
    );
    const out = await init();
    expect(out).toContain(
      "Remove `clean: true` from buf.gen.yaml. With it, buf deletes every file in sdk that the plugin does not write",
    );
  });

  it("creates an empty names file beside buf.gen.yaml, outside of the folder that `clean` of buf empties", async () => {
    await init();
    expect(await text("buf.gen.yaml")).toContain("    out: sdk\n");
    expect(await text("buf.gen.yaml")).toContain("      - since=sdk.names.json\n");
    expect(await text("buf.gen.yaml")).not.toContain("clean:");
    expect(parseNamesFile(await text("sdk.names.json")).elements.size).toBe(0);
  });
});
