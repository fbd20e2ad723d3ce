/**
 * The table of what RFC 9113 requires of a client, and RFC 7541 of one that decodes. Most rules are rows of the specs
 * beside this one, `rfc9113-*.spec.ts`, which play them by bytes. Those that other specs hold are named here.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const source = fileURLToPath(new URL("../../", import.meta.url));
const transport = "network/transport";
const tls = `${transport}/connection/secure-socket.spec.ts`;
const calls = `${transport}/http2-transport.spec.ts`;
const headers = "network/http2/received-headers.spec.ts";
const hpack = "network/http2/hpack/headers.spec.ts";

const elsewhere: readonly (readonly [section: string, rule: string, spec: string, title: string])[] = [
  ["3.2", "HTTP/2 is chosen by ALPN, as h2", tls, "offers what HTTP/2 allows"],
  [
    "3.2",
    "a server that does not choose it is left",
    `${transport}/http2-facts.spec.ts`,
    "without HTTP/2 is named",
  ],
  ["3.3", "TLS without ALPN has no HTTP/2", `${transport}/odd-servers.spec.ts`, "but speaks HTTP/1 is named"],
  [
    "3.4",
    "no call is sent before the SETTINGS of the server",
    `${transport}/odd-servers.spec.ts`,
    "accepts and stays silent",
  ],
  [
    "4.3.1",
    "a smaller table is stated in the next block",
    "network/http2/rfc9113-requests.spec.ts",
    "begins a block with the smallest size",
  ],
  [
    "5.1",
    "frames of streams that were reset may be late",
    "network/http2/http2-client.spec.ts",
    "may all be answered",
  ],
  ["5.1.2", "no more streams than the server allows", calls, "is never exceeded"],
  [
    "5.1.2",
    "also where it allows fewer while streams are open",
    `${transport}/few-calls.spec.ts`,
    "that is lowered while calls run",
  ],
  [
    "5.2",
    "a reader who does not read holds the server back",
    "network/http2/http2-client.spec.ts",
    "held back by its window",
  ],
  [
    "5.4",
    "a connection error is reported",
    "network/http2/rfc9113-connection.spec.ts",
    "a GOAWAY with the code and the reason",
  ],
  ["6.5.2", "no more headers than the server announces", calls, "the server's own limit of headers counts"],
  [
    "8.1",
    "interim responses without end are left",
    `${transport}/odd-servers.spec.ts`,
    "sends interim answers without end",
  ],
  [
    "8.2.1",
    "names and values have no forbidden characters",
    headers,
    "headers with %s break the rules of HTTP",
  ],
  ["8.2.2", "no request has headers of a connection", calls, "%s is refused before it is sent"],
  ["8.2.3", "parts of a cookie are joined by a semicolon", headers, "of cookies of a request are one"],
  [
    "8.3.1",
    "a request has each pseudo-header once, first",
    `${transport}/exchange/request-headers.spec.ts`,
    "begin with its four pseudo-headers",
  ],
  ["8.3.1", "a request has no host header", calls, "%s is refused before it is sent"],
  [
    "8.3.1",
    "an authority has no user information",
    "calls/endpoint/endpoint.spec.ts",
    "is no host such as %j",
  ],
  ["8.5", "no request is a CONNECT", `${transport}/exchange/request-headers.spec.ts`, "begin with its four"],
  [
    "8.7",
    "streams above the last one of GOAWAY may be retried",
    calls,
    "loses none of 1,000 calls that it has not processed",
  ],
  ["8.7", "a refused stream may be retried", calls, "of a stream that the server refused are not counted"],
  ["8.7", "no other failure says that nothing was processed", "calls/chain/retry.spec.ts", "is repeated: %s"],
  [
    "9.1.1",
    "a connection is used for the host of its certificate",
    `${transport}/connection/handshake.spec.ts`,
    "the certificate of another host",
  ],
  ["9.2", "TLS 1.2 at least, with the name of the server", tls, "with %s is refused"],
  ["9.2.1", "no compression, no renegotiation", tls, "a server that renegotiates is refused"],
  ["9.2.2", "no cipher suite that is prohibited", tls, "offers what HTTP/2 allows"],
  ["9.2.3", "no authentication after the handshake", tls, "offers what HTTP/2 allows"],
  [
    "10.5.1",
    "too many headers end their stream",
    "network/http2/http2-client.spec.ts",
    "with more than 64 kB of headers is reset",
  ],
  ["7541 2.3.3", "an index beyond the tables is an error", hpack, "an entry that is not there"],
  ["7541 4.2", "a size of the table stands at the beginning of a block", hpack, "a size behind a header"],
  ["7541 4.3", "entries are evicted when the size changes", hpack, "whatever size the table has"],
  ["7541 4.4", "an entry that is larger than the table empties it", hpack, "whatever size the table has"],
  ["7541 5.1", "a number that is too long is an error", hpack, "a number without end"],
  [
    "7541 5.2",
    "the end of a string and long padding are errors",
    "network/http2/hpack/huffman.spec.ts",
    "a byte of filling",
  ],
  ["7541 6.1", "index 0 is an error", hpack, "entry 0"],
  ["7541 6.3", "a size beyond the setting is an error", hpack, "a table that is too large"],
  ["7541 7.3", "a bomb of indexes is not unpacked", hpack, "of which a few bytes say very many"],
];

/** Sections with a requirement for clients. */
const sections =
  "3.2 3.3 3.4 4.1 4.2 4.3 4.3.1 5.1 5.1.1 5.1.2 5.2 5.2.2 5.4 5.4.1 5.4.2 5.5 6.1 6.2 6.3 6.4 6.5 6.5.2 6.5.3 6.6 6.7 6.8 6.9 6.9.1 6.9.2 6.10 " +
  "7 8.1 8.1.1 8.2 8.2.1 8.2.2 8.2.3 8.3 8.3.1 8.3.2 8.5 8.6 8.7 9.1.1 9.2 9.2.1 9.2.2 9.2.3 10.5 10.5.1";

const read = (path: string): string => readFileSync(source + path, "utf8").replaceAll(/\s+/g, " ");

it.each(elsewhere)("%s: %s (%s)", (_section, _rule, spec, title) => {
  expect(read(spec)).toContain(title);
});

it("every section with a requirement for clients has a row", () => {
  const own = readdirSync(`${source}network/http2`).filter((name) => /^rfc9113-.*\.spec\.ts$/.test(name));
  const played = own.map((name) => read(`network/http2/${name}`)).join(" ");
  const rows = [...played.matchAll(/"(\d+(?:\.\d+)*)(?:"|: )/g)].map(([, section]) => section);
  const covered = new Set([...rows, ...elsewhere.map(([section]) => section)]);
  expect(sections.split(" ").filter((section) => !covered.has(section))).toEqual([]);
});
