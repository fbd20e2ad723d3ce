import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeSite } from "../../site/src/index.js";
import { serveSite, type ServedSite } from "./served-site.fixture.js";

const program = fileURLToPath(new URL("node_modules/lighthouse/cli/index.js", import.meta.url));
const cloud = fileURLToPath(new URL("../../generated/cloud", import.meta.url));

/** The part of a report that the tests read. */
interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number }>>;
}

describe("Lighthouse", { timeout: 120_000 }, () => {
  let folder: string;
  let site: ServedSite;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-site-"));
    await writeSite({ package: cloud, out: folder });
    site = await serveSite(folder);
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const pages = ["index.html", "compute/v1/InstanceService.html", "compute/v1/types.html"];
  it.each(pages.flatMap((path) => ["desktop", "phone"].map((screen) => [path, screen] as const)))(
    "finds no fault in %s on a %s",
    async (path, screen) => {
      const report = join(folder, "report.json");
      await promisify(execFile)(process.execPath, [
        program,
        site.url + path,
        "--quiet",
        "--output=json",
        `--output-path=${report}`,
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
        ...(screen === "desktop" ? ["--preset=desktop"] : []),
      ]);
      const { categories } = JSON.parse(await readFile(report, "utf8")) as Report;
      const scores = Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, score]));
      console.log(`${path}, ${screen}: ${JSON.stringify(scores)}`);
      expect(scores).toMatchObject({ accessibility: 1, "best-practices": 1, seo: 1 });
      // The rest is time, which depends on what else the machine does.
      expect(scores["performance"]).toBeGreaterThanOrEqual(0.9);
    },
  );
});
