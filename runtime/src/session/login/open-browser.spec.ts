import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { browserCommand, openBrowser } from "./open-browser.js";

describe("the browser of a machine", () => {
  it.each([
    ["macOS", {}, "darwin", ["open"]],
    ["Windows", {}, "win32", ["rundll32", "url.dll,FileProtocolHandler"]],
    ["Linux with a screen", { DISPLAY: ":0" }, "linux", ["xdg-open"]],
    ["Wayland", { WAYLAND_DISPLAY: "wayland-0" }, "linux", ["xdg-open"]],
    ["Linux without a screen", {}, "linux", undefined],
    ["a machine over SSH", { DISPLAY: ":0", SSH_CONNECTION: "1" }, "linux", undefined],
    ["CI", { CI: "true" }, "darwin", undefined],
    [
      "the variable",
      { BROWSER: "firefox --new-window %s", CI: "true" },
      "linux",
      ["firefox", "--new-window", "%s"],
    ],
  ] as const)("on %s", (_, env, platform, command) => {
    expect(browserCommand(env, platform)).toEqual(command);
  });

  it.skipIf(process.platform === "win32")(
    "gets the address as one argument, which no shell reads",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "browser-"));
      const program = join(folder, "browser");
      await writeFile(
        program,
        `#!/bin/sh\nprintf %s "$*" > ${folder}/part && mv ${folder}/part ${folder}/url\n`,
        {
          mode: 0o755,
        },
      );
      const url = "https://login.example.com/?a=1&b=$(touch x);`ls`";
      expect(await openBrowser(url, { BROWSER: `${program} --new %s` })).toBe(true);
      await expect.poll(() => readFile(`${folder}/url`, "utf8").catch(() => "")).toBe(`--new ${url}`);
      expect(await openBrowser(url, { BROWSER: join(folder, "none") })).toBe(false);
      expect(await openBrowser(url, { CI: "1" })).toBe(false);
      await rm(folder, { recursive: true });
    },
  );
});
