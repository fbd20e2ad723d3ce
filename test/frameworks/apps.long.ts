/** The files of docs/how-to/use-frameworks.md in apps of Next, Nuxt, SvelteKit and Expo, against the emulator. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Cloud as Session, CloudError, tokenFromFunction } from "@svc/cloud/web";
import { Cloud } from "@svc/cloud";
import { DiskServiceClient, InstanceServiceClient } from "@svc/cloud/compute/v1";
import { describeWithBrowser } from "../catalogue/page/browser.fixture.js";
import { patienceMs } from "../patience.js";
import { type FrameworkProject, freePort, openFrameworks } from "./app.fixture.js";

const strict = {
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable", "esnext.disposable"],
  module: "esnext",
  moduleResolution: "bundler",
  strict: true,
  skipLibCheck: true,
  jsx: "react-jsx",
  noEmit: true,
};

describeWithBrowser("the files of the page on frameworks", (browser) => {
  let project: FrameworkProject;
  let cloud: Cloud;
  let instances: InstanceServiceClient;

  beforeAll(async () => {
    project = await openFrameworks();
    cloud = new Cloud({ ...project.emulator.session, pollIntervalMs: 10 });
    instances = new InstanceServiceClient(cloud);
  }, patienceMs);
  afterAll(async () => {
    await cloud?.close({ graceMs: 1 });
    await project?.[Symbol.asyncDispose]();
  });

  async function createInstance(name: string): Promise<string> {
    const { resourceId, ...operation } = await instances.create({
      metadata: { parentId: "project-1", name },
      spec: { cpu: 4, memoryBytes: 2n ** 60n },
    });
    void operation;
    return resourceId;
  }

  /** A page of an app, with the faults that it reports. */
  async function open(url: string) {
    const context = await browser().newContext();
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    // Until the page has taken over the form, it may set its values again.
    await page.goto(url, { waitUntil: "networkidle" });
    return { page, faults, [Symbol.asyncDispose]: () => context.close() };
  }

  /** Resizes the instance on a page. */
  async function resize(page: Page, id: string): Promise<void> {
    const cores = page.locator('input[name="cpu"]');
    await expect.poll(() => cores.inputValue()).toBe("4");
    await cores.fill("8");
    await page.getByRole("button", { name: "Resize" }).click();
    await expect.poll(async () => (await instances.get({ id })).spec.cpu).toBe(8);
    await expect.poll(() => cores.inputValue()).toBe("8");
  }

  it("run in Next: server components, actions, route handlers and services", async () => {
    project.write("Next", {
      ...project.filesOf(""),
      "package.json": { private: true },
      "tsconfig.json": { compilerOptions: { ...strict, plugins: [{ name: "next" }] }, include: ["app"] },
      "app/layout.tsx": `export default function Layout({ children }: { children: React.ReactNode }) {
        return <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;
      }`,
    });
    await project.build("node_modules/next/dist/bin/next", "build");
    const port = await freePort();
    await using server = await project.start(
      port,
      "node_modules/next/dist/bin/next",
      "start",
      "--port",
      String(port),
    );
    const id = await createInstance("in-next");
    await using opened = await open(`${server.url}/instances/${id}`);
    await resize(opened.page, id);
    project.emulator.script("InstanceService/Update", [{ code: "PERMISSION_DENIED", message: "not yours" }]);
    await opened.page.locator('input[name="cpu"]').fill("16");
    await opened.page.getByRole("button", { name: "Resize" }).click();
    await opened.page.getByText("not yours").waitFor();
    expect((await instances.get({ id })).spec.cpu).toBe(8);
    expect(opened.faults).toEqual([]);

    const json = await fetch(`${server.url}/instances/${id}/json`);
    expect(await json.json()).toMatchObject({ spec: { cpu: 8, memoryBytes: String(2n ** 60n) } });

    for (const protocol of ["grpc-web", "connect"] as const) {
      const session = new Session({
        baseUrl: `${server.url}/api`,
        credentials: tokenFromFunction(() => "token-1"),
        retry: false,
        protocol,
      });
      const disks = new DiskServiceClient(session);
      expect((await disks.get({ id: "disk-1" })).metadata.id).toBe("disk-1");
      await expect(disks.delete({ id: "disk-1" })).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
      await expect(disks.delete({ id: "disk-1" })).rejects.toBeInstanceOf(CloudError);
    }
  });

  it("run in Nuxt: routes of the server, and pages", async () => {
    project.write("Nuxt", {
      "package.json": { private: true, type: "module" },
      "nuxt.config.ts": `export default defineNuxtConfig({ compatibilityDate: "2026-11-01" });`,
      "app/app.vue": "<template><NuxtPage /></template>",
    });
    await project.build("node_modules/nuxt/bin/nuxt.mjs", "build");
    await using server = await project.start(await freePort(), ".output/server/index.mjs");
    const id = await createInstance("in-nuxt");
    const html = await (await fetch(`${server.url}/instances/${id}`)).text();
    expect(html).toContain("4 cores");
    await using opened = await open(`${server.url}/instances/${id}`);
    await opened.page.getByText("4 cores").waitFor();
    expect(opened.faults).toEqual([]);
  });

  it("run in SvelteKit: load and actions, with 64-bit integers", async () => {
    const port = await freePort();
    project.write("SvelteKit", {
      "package.json": { private: true, type: "module" },
      "vite.config.js": `import { sveltekit } from "@sveltejs/kit/vite";
        import adapter from "@sveltejs/adapter-node";
        export default { plugins: [sveltekit({ adapter: adapter(), paths: { origin: "http://127.0.0.1:${port}" } })] };`,
      "src/app.html": `<!doctype html><html lang="en"><head><link rel="icon" href="data:,">%sveltekit.head%</head><body>%sveltekit.body%</body></html>`,
    });
    await project.build("node_modules/vite/bin/vite.js", "build");
    await using server = await project.start(port, "build/index.js");
    const id = await createInstance("in-svelte-kit");
    await using opened = await open(`${server.url}/instances/${id}`);
    await resize(opened.page, id);
    expect(opened.faults).toEqual([]);
  });

  it(
    "are bundled by Expo for a phone, and run in its page",
    async () => {
      const id = await createInstance("in-expo");
      const files = project.filesOf("Expo");
      project.write("Expo", {
        // The page calls the emulator in place of the API.
        "src/cloud.ts": (files["src/cloud.ts"] ?? "")
          .replace("https://api.example.com", project.emulator.webUrl)
          .replace('"token"', JSON.stringify(project.emulator.issueToken())),
        "package.json": { private: true, main: "index.js" },
        "app.json": { expo: { name: "app", slug: "app", platforms: ["android", "ios", "web"] } },
        "index.js": `import { registerRootComponent } from "expo";
        import { App } from "./src/app";
        registerRootComponent(App);`,
        "src/app.js": `import { useEffect, useState } from "react";
        import { Text } from "react-native";
        import { instances } from "./cloud";
        export function App() {
          const [text, setText] = useState("");
          useEffect(() => void instances.get({ id: location.hash.slice(1) }).then(({ spec }) => setText(spec.cpu + " cores"), (error) => setText(String(error))), []);
          return <Text>{text}</Text>;
        }`,
      });
      // More workers than processors keep Metro waiting.
      const platforms = ["--platform", "android", "--platform", "web", "--no-bytecode", "--max-workers", "1"];
      await project.build("node_modules/expo/bin/cli", "export", ...platforms);
      const folder = join(project.path, "dist/_expo/static/js/android");
      const text = readFileSync(join(folder, readdirSync(folder)[0] ?? ""), "utf8");
      // The bundle has the SDK, without the part for Node.
      expect(text).toContain("svc.compute.v1.InstanceService");
      expect(text).not.toContain("node:http2");
      await using site = await serveFolder(join(project.path, "dist"), project.sitePort);
      await using opened = await open(`${site.url}/#${id}`);
      await opened.page.getByText("4 cores").waitFor();
      expect(opened.faults).toEqual([]);
    },
    2 * patienceMs,
  );
});

/** Serves the files of a folder at a port. */
async function serveFolder(folder: string, port: number) {
  const server = createServer(({ url = "/" }, response) => {
    const name = url === "/" ? "index.html" : url.slice(1);
    response.setHeader("content-type", name.endsWith(".js") ? "text/javascript" : "text/html");
    const path = join(folder, name);
    if (!existsSync(path)) response.writeHead(204);
    response.end(existsSync(path) ? readFileSync(path) : "");
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
