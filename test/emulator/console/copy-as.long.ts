import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { transform } from "esbuild";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { Cloud } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { root } from "../../../emulator/src/emulator.fixture.js";
import type { Emulator } from "../../../emulator/src/index.js";
import { describeWithBrowser } from "../../catalogue/page/browser.fixture.js";
import { openConsole } from "./open-console.fixture.js";

const run = promisify(execFile);
/** Within the repository, so that programs find the packages. */
const folder = `${root}test-results/copied/`;

/** Runs what was copied, as a person does: in a shell, or as a program. */
async function runCopied(form: string, text: string, emulator: Emulator): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const env = {
    ...process.env,
    CLOUD_TOKEN: emulator.issueToken(),
    CLOUD_ENDPOINT: emulator.address,
    CLOUD_INSECURE: "true",
    CLOUD_API_DOMAIN: emulator.apiDomain,
  };
  if (form !== "TypeScript") {
    // Without a terminal, a command that destroys needs a word.
    const line = text.replace(/(\/Delete)/, "$1 --yes");
    return run("sh", ["-c", form === "CLI" ? line : text], { env, cwd: root }).then(({ stdout }) => stdout);
  }
  // Node 20 knows neither types nor `await using`.
  const { code } = await transform(text, { loader: "ts", target: "es2022", format: "esm" });
  const file = `${folder}program-${Math.random()}.mjs`;
  writeFileSync(file, code);
  return run(process.execPath, [file], { env }).then(({ stdout }) => stdout);
}

/** Returns the facts of the last call of a method, and how many calls of it there were. */
function lastCall(emulator: Emulator, method: string) {
  const calls = emulator.calls({ method });
  const { message, mask, code } = calls.at(-1) ?? {};
  return { count: calls.length, message, mask, code };
}

async function shownProgram(page: Page, form: string): Promise<string> {
  await page.getByRole("group", { name: "Copy as" }).getByRole("button", { name: form, exact: true }).click();
  return page.getByRole("region", { name: `The call as ${form}` }).innerText();
}

describeWithBrowser("a call that was copied", (browser) => {
  const name = 'it\'s "$(touch x)" `y` <b>\u202Eodd\u200B';

  it.each(["TypeScript", "CLI", "curl"])(
    "as %s makes the same call: create, update with a mask, and delete",
    async (form) => {
      await using opened = await openConsole(browser(), { validate: "off" });
      const { page, emulator, goto } = opened;
      await using cloud = new Cloud({ ...emulator.session, pollIntervalMs: 10 });
      const instances = new InstanceServiceClient(cloud);
      const made = await instances.create({
        metadata: { parentId: "p", name },
        spec: { cpu: 4, hostnames: ["a"] },
      });
      await instances.update(
        { metadata: { id: made.resourceId, parentId: "p", name }, spec: { cpu: 8 } },
        { resetMask: "metadata.labels,spec.hostnames" },
      );
      await goto("#/calls");
      for (const method of ["Update", "Create"]) {
        await page.getByLabel("Filter calls").fill(`InstanceService/${method}`);
        await page.locator(".call-line").first().click();
        const wanted = lastCall(emulator, method);
        const text = await shownProgram(page, form);
        expect(text).not.toMatch(/[\u202E\u200B]/);
        if (method === "Create") await (await instances.delete({ id: made.resourceId })).wait();
        await runCopied(form, text, emulator);
        expect(lastCall(emulator, method)).toEqual({ ...wanted, count: wanted.count + 1 });
        await page.reload();
      }
      await goto(`#/method?name=svc.compute.v1.InstanceService/Delete`);
      const [{ id } = { id: "" }] = (await instances.list({ parentId: "p" })).items.map(
        ({ metadata }) => metadata,
      );
      await page.getByLabel(/^id/).first().fill(id);
      await runCopied(form, await shownProgram(page, form), emulator);
      expect(lastCall(emulator, "Delete")).toMatchObject({ message: { id }, code: "OK" });
      rmSync(folder, { recursive: true, force: true });
    },
  );

  it("as TypeScript or curl makes the same call without a generated package", async () => {
    await using opened = await openConsole(browser(), { protos: `${root}emulator/testdata/zoo` });
    const { page, emulator, goto } = opened;
    await goto("#/method?name=acme.zoo.v1.AnimalService/List");
    expect(await page.getByRole("button", { name: "CLI" }).isDisabled()).toBe(true);
    for (const form of ["TypeScript", "curl"]) {
      const answer = await runCopied(form, await shownProgram(page, form), emulator);
      expect(answer).toMatch(/^\{/);
      expect(lastCall(emulator, "List")).toMatchObject({ count: form === "curl" ? 2 : 1, code: "OK" });
    }
  });
});
