import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeSite } from "../../site/src/index.js";
import { commandLine } from "../cli/test-host.fixture.js";
import { openFolder } from "../compile.fixture.js";
import { type Cloud, openAgent, openCloud } from "../mcp/connect.fixture.js";
import { root } from "../repository.fixture.js";
import { compilerFiles } from "../sdk-docs/pages.fixture.js";

const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" } as const;

/** Answers that show a right call: nothing of that name exists here, or the protos do not say what the method does. */
const isAnswered = (answer: string): boolean =>
  /not_found|does not determine what it does|subject_token|--allow-method/i.test(answer);

/** The examples of a page by their tabs. */
function examplesOf(page: string): readonly { readonly label: string; readonly code: string }[] {
  const labels = new Map(
    [...page.matchAll(/id="([^"]+)\.tab(\d+)"[^>]*>\s*([^<]+?)\s*</g)].map(([, id, at, label = ""]) => [
      `${id}.panel${at}`,
      label,
    ]),
  );
  return [...page.matchAll(/(?:id="([^"]+\.panel\d+)"[^>]*>\s*)?<pre[^>]*><code>([^]*?)<\/code>/g)].map(
    ([, id = "", code = ""]) => ({
      label: labels.get(id) ?? "TypeScript",
      code: code
        .replaceAll(/<[^>]+>/g, "")
        .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: keyof typeof entities) => entities[name]),
    }),
  );
}

describe("the examples on the site of an SDK", { timeout: 120_000 }, () => {
  let folder: string;
  let cloud: Cloud;
  const pages = new Map<string, ReturnType<typeof examplesOf>>();
  const all = (label: string): readonly string[] =>
    [...pages.values()].flat().flatMap((one) => (one.label === label ? [one.code] : []));
  beforeAll(async () => {
    cloud = await openCloud();
    folder = await mkdtemp(join(tmpdir(), "stratus-site-"));
    await writeSite({ package: join(root, "generated/cloud"), out: folder });
    for (const path of await readdir(folder, { recursive: true }))
      if (path.endsWith("Service.html"))
        pages.set(path, examplesOf(await readFile(join(folder, path), "utf8")));
  });
  afterAll(async () => {
    await cloud[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it("have a value in each place", () => {
    expect([...pages.values()].flat().filter(({ code }) => code.includes('"..."'))).toEqual([]);
  });

  it("compile in TypeScript", async () => {
    await using place = await openFolder();
    const programs = [...pages].map(([path, examples]) => [
      `examples/${path.replaceAll(/\W/g, "_")}.ts`,
      examples.flatMap(({ label, code }) => (label === "TypeScript" ? [code] : [])).join("\n"),
    ]);
    expect(programs).toHaveLength(8);
    const sources: Record<string, string> = {};
    for (const path of await readdir(join(root, "generated/cloud/src"), { recursive: true }))
      if (path.endsWith(".ts"))
        sources[`sdk/src/${path}`] = await readFile(join(root, "generated/cloud/src", path), "utf8");
    await place.write({ ...sources, ...Object.fromEntries(programs), ...compilerFiles("@svc/cloud") });
    expect(await place.check("TypeScript 7")).toBe("");
  });

  it("are commands that the CLI accepts", async () => {
    const run = commandLine("@svc/cloud", { env: cloud.env });
    const lines = all("CLI");
    expect(lines.length).toBeGreaterThan(30);
    for (const line of lines) {
      const [, typed = ""] = /^npx @stratus\/cli @svc\/cloud (.+)$/.exec(line) ?? [];
      const words = execFileSync("sh", ["-c", `printf '%s\\n' ${typed}`], { encoding: "utf8" }).trim();
      const isChange = / (?:create|update|delete|start|stop|issue-temporary|exchange) ?/.test(line);
      const { code, said } = await run([...words.split("\n"), ...(isChange ? ["--dry-run"] : [])]);
      expect([line, code === 0 || isAnswered(said) ? "accepted" : said]).toEqual([line, "accepted"]);
    }
  });

  it("are calls that an agent can make", async () => {
    const agent = await openAgent(await cloud.api({ allow: ["create", "change", "destroy"] }));
    for (const text of all("Agent")) {
      const { tool, arguments: given } = JSON.parse(text) as { tool: string; arguments: object };
      const { text: answer, isError } = await agent.call(tool, given);
      expect([text, isError && !isAnswered(answer) ? answer : "accepted"]).toEqual([text, "accepted"]);
    }
  });

  it("are requests that curl can send", async () => {
    for (const text of all("curl")) {
      const [, url = ""] = /curl (\S+)/.exec(text) ?? [];
      const [, body = ""] = /-d '([^]*)'$/.exec(text) ?? [];
      const response = await fetch(url.replace("http://localhost:8080", cloud.emulator.webUrl), {
        method: "POST",
        headers: {
          authorization: `Bearer ${cloud.emulator.issueToken()}`,
          "content-type": "application/json",
        },
        body: body.replaceAll(`'\\''`, "'"),
      });
      const answer = await response.text();
      expect([text, response.ok || isAnswered(answer) ? "accepted" : answer]).toEqual([text, "accepted"]);
    }
  });
});
