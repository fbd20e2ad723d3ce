import { describe, expect, it } from "vitest";
import { markup } from "./markup.js";

describe("markup", () => {
  it("escapes text in content and in attributes", () => {
    const text = `<img src=x onerror="alert('1')">&`;
    expect(`${markup`<p title="${text}">${text}</p>`}`).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
    );
  });

  it("keeps markup, joins lists, and prints nothing for false and undefined", () => {
    const items = ["a", "<"].map((one) => markup`<li>${one}</li>`);
    expect(`${markup`<p>${items}${false}${undefined}${3}</p>`}`).toBe("<p><li>a</li><li>&lt;</li>3</p>");
  });

  it("does not take an object of an API for markup", () => {
    const forged = { toString: () => "<script>" } as unknown as string;
    expect(`${markup`${forged}`}`).toBe("&lt;script&gt;");
  });
});
