import {
  Codec,
  Compression,
  type Config,
  type Features,
  HTTPVersion,
  Protocol,
  StreamType,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";

/** One cell of the table of what an implementation supports ("Config Cases"). */
export interface ConfigCase {
  readonly version: string;
  readonly protocol: string;
  readonly codec: string;
  readonly compression: string;
  readonly streamType: string;
  readonly tls: boolean;
  readonly clientCerts: boolean;
  readonly limit: boolean;
}

const allStreams = [
  "UNARY",
  "CLIENT_STREAM",
  "SERVER_STREAM",
  "HALF_DUPLEX_BIDI_STREAM",
  "FULL_DUPLEX_BIDI_STREAM",
];

/** An enum of the cases. */
interface Names {
  nameOf(value: number | undefined): string | undefined;
}

/** The name of a value, without the prefix of its enum. */
export function nameOf(names: Names, value: number): string {
  return names.nameOf(value) ?? String(value);
}

/** All cells that the features of a file imply, with those that it includes and without those that it excludes. */
export function configCases({ features, includeCases, excludeCases }: Config): ConfigCase[] {
  const possible = product(features, false);
  const matches = (wanted: Config["includeCases"]) => (one: ConfigCase) =>
    wanted.some((pattern) => fits(one, pattern));
  const included = includeCases.length > 0 ? product(features, true).filter(matches(includeCases)) : [];
  const isExcluded = matches(excludeCases);
  const all = new Map([...possible, ...included].map((one) => [JSON.stringify(one), one]));
  return [...all.values()].filter((one) => !isExcluded(one));
}

/** @param isWide Whether every value of every axis is taken, as for cases that a file names itself. */
function product(features: Features | undefined, isWide: boolean): ConfigCase[] {
  const axis = (names: Names, given: readonly number[] | undefined, all: string[]): string[] =>
    given && given.length > 0 && !isWide ? given.map((value) => nameOf(names, value)) : all;
  const tls = features?.supportsTls ?? true;
  const cells: ConfigCase[] = [];
  for (const version of axis(HTTPVersion, features?.versions, ["HTTP_VERSION_1", "HTTP_VERSION_2"]))
    for (const protocol of axis(Protocol, features?.protocols, ["CONNECT", "GRPC", "GRPC_WEB"]))
      for (const codec of axis(Codec, features?.codecs, ["PROTO", "JSON"]))
        for (const compression of axis(Compression, features?.compressions, ["IDENTITY", "GZIP"]))
          for (const streamType of axis(StreamType, features?.streamTypes, allStreams))
            for (const isTls of tls ? [false, true] : [false])
              for (const clientCerts of features?.supportsTlsClientCerts && isTls ? [false, true] : [false])
                for (const limit of (features?.supportsMessageReceiveLimit ?? true) ? [false, true] : [false])
                  cells.push({
                    version,
                    protocol,
                    codec,
                    compression,
                    streamType,
                    tls: isTls,
                    clientCerts,
                    limit,
                  });
  return cells.filter((cell) => isPossible(cell, features));
}

/** What the documents of the features say about combinations that cannot be. */
function isPossible({ version, protocol, streamType, tls }: ConfigCase, features?: Features): boolean {
  const isHttp1 = version === "HTTP_VERSION_1";
  if (protocol === "GRPC" && (isHttp1 || features?.supportsTrailers === false)) return false;
  if (version === "HTTP_VERSION_3" && !tls) return false;
  if (version === "HTTP_VERSION_2" && !tls && features?.supportsH2c === false) return false;
  if (!isHttp1) return true;
  if (streamType === "FULL_DUPLEX_BIDI_STREAM") return false;
  return streamType !== "HALF_DUPLEX_BIDI_STREAM" || (features?.supportsHalfDuplexBidiOverHttp1 ?? false);
}

function fits(one: ConfigCase, pattern: Config["includeCases"][number]): boolean {
  const same = (names: Names, wanted: number, value: string): boolean =>
    wanted === 0 || nameOf(names, wanted) === value;
  const agrees = (wanted: boolean | undefined, value: boolean): boolean =>
    wanted === undefined || wanted === value;
  return (
    same(HTTPVersion, pattern.version, one.version) &&
    same(Protocol, pattern.protocol, one.protocol) &&
    same(Codec, pattern.codec, one.codec) &&
    same(Compression, pattern.compression, one.compression) &&
    same(StreamType, pattern.streamType, one.streamType) &&
    agrees(pattern.useTls, one.tls) &&
    agrees(pattern.useTlsClientCerts, one.clientCerts) &&
    agrees(pattern.useMessageReceiveLimit, one.limit)
  );
}
