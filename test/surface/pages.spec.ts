import { expect, it } from "vitest";
import { pageOf, printPage } from "./pages.fixture.js";

it.each(["runtime", "emulator", "dynamic-client", "cli", "mcp", "query"])(
  "the page of what %s exports is what it exports",
  async (folder) => {
    const hint = `what ${folder} exports has changed: run \`npm run api\`, read the diff of ${folder}/api.md, and commit it`;
    await expect(printPage(folder), hint).toMatchFileSnapshot(pageOf(folder));
  },
);
