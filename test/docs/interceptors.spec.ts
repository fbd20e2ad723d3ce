import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { mock, type Interceptor } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openFolder, type Folder } from "../compile.fixture.js";
import { blocksOf } from "./pages.fixture.js";

const page = "docs/how-to/write-an-interceptor.md";

/** The interceptors that the page shows, as they stand there. */
describe("the interceptors of docs/how-to/write-an-interceptor.md", () => {
  let folder: Folder;
  let atMost: (limit: number) => Interceptor;
  let freshFor: (ms: number) => Interceptor;

  beforeAll(async () => {
    folder = await openFolder();
    const files = blocksOf(page).flatMap(({ file, code }) => (file === undefined ? [] : [[file, code]]));
    const compilerOptions = {
      target: "es2023",
      module: "nodenext",
      types: ["node"],
      strict: true,
      outDir: "dist",
    };
    await folder.write({
      ...Object.fromEntries(files),
      "tsconfig.json": JSON.stringify({
        compilerOptions: { ...compilerOptions, rootDir: "." },
        include: ["*.ts"],
      }),
    });
    expect(await folder.compile("TypeScript 7")).toBe("");
    const load = (name: string) => import(pathToFileURL(join(folder.path, `dist/${name}.js`)).href);
    ({ atMost } = await load("at-most"));
    ({ freshFor } = await load("fresh-for"));
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  it("let no more calls run than they say, and all of them come to an end", async () => {
    let running = 0;
    let most = 0;
    const get = async ({ id }: { id: string }) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (id === "3") throw new Error("one that fails gives its place back");
      return { metadata: { id } };
    };
    const instances = mock(InstanceServiceClient, { get }, { interceptors: [atMost(2)] });
    const calls = Array.from({ length: 12 }, (_, index) => instances.get({ id: String(index) }));
    const ends = await Promise.allSettled(calls);
    expect(ends.map(({ status }) => status)).toEqual(
      ends.map((_, index) => (index === 3 ? "rejected" : "fulfilled")),
    );
    expect([running, most]).toEqual([0, 2]);
  });

  it("answer a read again, of which each reader may change its own, and keep neither failures nor changes", async () => {
    let reads = 0;
    const instances = mock(
      InstanceServiceClient,
      {
        get: ({ id }) => {
          if (++reads === 1) throw new Error("the first read fails");
          return { metadata: { id, name: `read ${reads}` } };
        },
        stop: () => ({ id: `operation ${++reads}` }),
      },
      { interceptors: [freshFor(60_000)] },
    );
    await expect(instances.get({ id: "1" })).rejects.toThrow();
    const first = await instances.get({ id: "1" });
    first.metadata.name = "changed by its reader";
    expect((await instances.get({ id: "1" })).metadata.name).toBe("read 2");
    expect((await instances.get({ id: "2" })).metadata.name).toBe("read 3");
    expect((await instances.stop({ id: "1" })).id).toBe("operation 4");
    expect((await instances.stop({ id: "1" })).id).toBe("operation 5");
  });
});
