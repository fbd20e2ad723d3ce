import { describe, expect, it } from "vitest";
import { differences } from "./compare.js";
import { configCases } from "./config-cases.js";
import { expand, receiveLimit } from "./expand.js";
import { expectedOf } from "./expected.js";
import { readConfig, readSuite } from "./suites.js";

const suite = `
name: Basic
testCases:
  - request:
      testName: unary/success
      streamType: STREAM_TYPE_UNARY
      requestMessages:
        - "@type": type.googleapis.com/connectrpc.conformance.v1.UnaryRequest
          responseDefinition: { responseHeaders: [{ name: x-h, value: [a, b] }], responseData: "AQ==" }
    expandRequests: [{ sizeRelativeToLimit: 3 }]
`;
const narrow = `
features:
  versions: [HTTP_VERSION_1]
  protocols: [PROTOCOL_CONNECT]
  codecs: [CODEC_JSON]
  compressions: [COMPRESSION_GZIP]
  supports_tls: false
`;

describe("the table of what an implementation supports", () => {
  it.each<[what: string, config: string, cells: number]>([
    ["of all that is assumed", "features: {}", 336],
    ["without gRPC over HTTP/1.1 or full duplex", "features: { versions: [HTTP_VERSION_1] }", 96],
    [
      "without TLS, h2c or HTTP/1.1 is empty",
      "features: { versions: [HTTP_VERSION_2], supports_tls: false, supports_h2c: false }",
      0,
    ],
    [
      "without trailers has no gRPC",
      "features: { supports_trailers: false, supports_message_receive_limit: false }",
      128,
    ],
    [
      "has what a file includes",
      `${narrow}include_cases: [{ version: HTTP_VERSION_2, protocol: PROTOCOL_CONNECT, codec: CODEC_PROTO, compression: COMPRESSION_IDENTITY, stream_type: STREAM_TYPE_UNARY }]`,
      8,
    ],
    ["has not what it excludes", `${narrow}exclude_cases: [{ stream_type: STREAM_TYPE_UNARY }]`, 4],
  ])("%s", (_, config, cells) => {
    expect(configCases(readConfig(config))).toHaveLength(cells);
  });
});

describe("a case", () => {
  const [one] = expand([readSuite(suite)], readConfig(narrow), "SERVER");

  it("has the name that the documents give it, and a request as long as it asks for", () => {
    expect(one?.name).toBe(
      "Basic/HTTPVersion:1/Protocol:PROTOCOL_CONNECT/Codec:CODEC_JSON/Compression:COMPRESSION_GZIP/TLS:false/unary/success",
    );
    expect(one?.request.requestMessages[0]?.value).toHaveLength(receiveLimit + 3);
  });

  it("is judged by what its request defines", () => {
    const expected = expectedOf(one!);
    expect(differences(one!, expected)).toEqual([]);
    const joined = { ...expected, headers: [{ name: "X-H", value: ["a, b"] }] };
    expect(differences(one!, joined)).toEqual([]);
    const wrongs = [
      { ...expected, headers: [] },
      { ...expected, payloads: [] },
      { ...expected, error: { code: 2, message: "", details: [] } },
      { ...expected, payloads: [{ data: Uint8Array.of(2), requestInfo: expected.payloads[0]?.requestInfo }] },
      { ...expected, payloads: [{ data: Uint8Array.of(1) }] },
      { ...expected, feedback: ["seen"] },
    ];
    for (const wrong of wrongs) expect(differences(one!, wrong)).toHaveLength(1);
  });
});
