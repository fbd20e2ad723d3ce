import { expect, it } from "vitest";
import { readSpecText } from "./spec-text.js";
import { codedError } from "../../../../test/coded-error.js";

const aliases = (count: number): string => "- *text\n".repeat(count);

it("reads a part that is repeated by thousands of YAML aliases", async () => {
  const { root } = await readSpecText("api.yaml", `text: &text { type: string }\nall:\n${aliases(5000)}`);
  expect(root["all"]).toEqual(Array.from({ length: 5000 }, () => ({ type: "string" })));
});

it("refuses aliases that repeat what others repeat, as soon as they are too many", async () => {
  const rows = `row: &row\n${aliases(2000)}table:\n${"- *row\n".repeat(2000)}`;
  const text = `text: &text { type: string }\n${rows}`;
  await expect(readSpecText("api.yaml", text)).rejects.toThrow(codedError("OPENAPI_INVALID", "YAML aliases"));
});
