import {
  Codec,
  Compression,
  type Config,
  HTTPVersion,
  Protocol,
  StreamType,
  type TestCase,
  type TestSuite,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import { type ConfigCase, configCases, nameOf } from "./config-cases.js";
import { padded } from "./padding.js";
import { serviceName } from "./vocabulary.js";

/** Which half is under test. */
export type Mode = "CLIENT" | "SERVER";

/** The largest request of servers whose limit is tested, in bytes. */
export const receiveLimit = 200 * 1024;

/** One case in one cell of the table, under its full name. */
export interface Permutation extends ConfigCase {
  readonly name: string;
  readonly method: string;
  readonly test: TestCase;
  readonly request: NonNullable<TestCase["request"]>;
}

const modes: { readonly [mode in Mode]: number } = { CLIENT: 1, SERVER: 2 };

/** All that a half with these features is to do ("Test Case Permutations"). */
export function expand(suites: readonly TestSuite[], config: Config, mode: Mode): Permutation[] {
  const cases = configCases(config);
  const gets = config.features?.supportsConnectGet ?? true;
  return suites
    .filter((suite) => suite.mode === 0 || suite.mode === modes[mode])
    .filter((suite) => gets || !suite.reliesOnConnectGet)
    .flatMap((suite) => {
      const relevant = cases.filter((one) => isRelevant(suite, one));
      return suite.testCases.flatMap((test) =>
        relevant.flatMap((one) =>
          nameOf(StreamType, test.request?.streamType ?? 0) === one.streamType
            ? [permute(suite, test, one)]
            : [],
        ),
      );
    });
}

function isRelevant(suite: TestSuite, one: ConfigCase): boolean {
  const among = (names: Parameters<typeof nameOf>[0], relevant: readonly number[], value: string): boolean =>
    relevant.length === 0 || relevant.some((one) => nameOf(names, one) === value);
  return (
    among(Protocol, suite.relevantProtocols, one.protocol) &&
    among(HTTPVersion, suite.relevantHttpVersions, one.version) &&
    among(Codec, suite.relevantCodecs, one.codec) &&
    among(Compression, suite.relevantCompressions, one.compression) &&
    (!suite.reliesOnTls || one.tls) &&
    suite.reliesOnTlsClientCerts === one.clientCerts &&
    suite.reliesOnMessageReceiveLimit === one.limit &&
    (!suite.reliesOnConnectGet || one.protocol === "CONNECT")
  );
}

const methods: { readonly [streamType: string]: string } = {
  UNARY: "Unary",
  CLIENT_STREAM: "ClientStream",
  SERVER_STREAM: "ServerStream",
  HALF_DUPLEX_BIDI_STREAM: "BidiStream",
  FULL_DUPLEX_BIDI_STREAM: "BidiStream",
};

function permute(suite: TestSuite, test: TestCase, one: ConfigCase): Permutation {
  const { request } = test;
  if (!request) throw new Error(`a case of ${suite.name} has no request`);
  if (request.service !== undefined && request.service !== serviceName) {
    throw new Error(`${suite.name}: ${request.testName} calls ${request.service}`);
  }
  const requestMessages = request.requestMessages.map((message, index) => {
    const size = test.expandRequests[index]?.sizeRelativeToLimit;
    return size === undefined ? message : padded(message, receiveLimit + size);
  });
  return {
    ...one,
    name: fullName(suite, request.testName, one),
    method: request.method ?? methods[one.streamType] ?? "",
    test,
    request: { ...request, requestMessages },
  };
}

/** An axis is named unless the suite has but one value of it. */
function fullName(suite: TestSuite, testName: string, one: ConfigCase): string {
  const axis = (relevant: readonly unknown[], text: string): string[] =>
    relevant.length === 1 ? [] : [text];
  return [
    suite.name,
    ...axis(suite.relevantHttpVersions, `HTTPVersion:${one.version.slice(-1)}`),
    ...axis(suite.relevantProtocols, `Protocol:PROTOCOL_${one.protocol}`),
    ...axis(suite.relevantCodecs, `Codec:CODEC_${one.codec}`),
    ...axis(suite.relevantCompressions, `Compression:COMPRESSION_${one.compression}`),
    ...(suite.reliesOnTls ? [] : [`TLS:${one.tls}`]),
    testName,
  ].join("/");
}
