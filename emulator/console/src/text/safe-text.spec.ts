import { describe, expect, it } from "vitest";
import { oneLine, safeText } from "./safe-text.js";

describe("text of others", () => {
  it.each<[what: string, given: string, shown: string]>([
    ["an override of the direction", "invoice\u202Egnp.exe", "invoice\\u202egnp.exe"],
    ["an isolate", "\u2066a\u2069", "\\u2066a\\u2069"],
    ["a space without width", "ad\u200Bmin", "ad\\u200bmin"],
    ["an escape sequence", "\u001B[2Jx", "\\u001b[2Jx"],
    ["a carriage return", "a\rb", "a\\u000db"],
    ["half of a character", "a\ud83d", "a\\ud83d"],
    ["an invisible tag", "a\u{E0041}", "a\\udb40\\udc41"],
    ["markup", "<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["other scripts and emoji", "Größe 東京 👩🏽 مرحبا\n\t", "Größe 東京 👩🏽 مرحبا\n\t"],
  ])("shows %s as it is", (_, given, shown) => {
    expect(safeText(given)).toBe(shown);
  });

  it("fits into one line, however long it is", () => {
    expect(oneLine("a\nb\tc")).toBe("a\\nb\\tc");
    expect(oneLine("n".repeat(200_000), 50)).toBe(`${"n".repeat(50)}…`);
  });
});
