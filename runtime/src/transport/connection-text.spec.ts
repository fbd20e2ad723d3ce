import { expect, it } from "vitest";
import { connectionText } from "./connection-text.js";

const start = "No connection established";
const refused = "connect ECONNREFUSED 127.0.0.1:9";

it.each([
  ["the error", `${start}. Last error: Error: ${refused}. Resolution note: `, {}, `${start}: ${refused}`],
  [
    "a note",
    `${start}. Last error: Error: ${refused}. Resolution note: old`,
    {},
    `${start}: ${refused} (old)`,
  ],
  ["no error", `${start}. Last error: undefined. Resolution note: `, {}, start],
  [
    "a proxy",
    `${start}. Last error: undefined. Resolution note: `,
    { http_proxy: "http://user:secret@proxy" },
    `${start}: the proxy that http_proxy names did not open a tunnel`,
  ],
  ["anything else", "the service is down", { http_proxy: "http://proxy" }, "the service is down"],
])("says of a connection that failed: %s", (_, details, environment, want) => {
  expect(connectionText(details, environment)).toBe(want);
});
