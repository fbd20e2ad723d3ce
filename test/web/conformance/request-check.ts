import type { IncomingMessage } from "node:http";
import type { Permutation } from "./expand.js";
import { caseOf } from "./raw-answers.js";
import type { Handler } from "./servers.js";

/** Has the requests of a client looked at: whether it speaks as its case says. */
export function withRequestChecks(
  cases: ReadonlyMap<string, Permutation>,
  report: (permutation: Permutation, text: string) => void,
  handler: Handler,
): Handler {
  return (request, response) => {
    const permutation = caseOf(cases, request);
    if (permutation) for (const text of wrongs(permutation, request)) report(permutation, text);
    handler(request, response);
  };
}

const prefixes: { readonly [protocol: string]: string } = {
  GRPC: "application/grpc",
  GRPC_WEB: "application/grpc-web",
};

function wrongs(
  permutation: Permutation,
  { headers, httpVersionMajor, method, socket }: IncomingMessage,
): string[] {
  const { codec, compression, request, version } = permutation;
  const found: string[] = [];
  const check = (what: string, wanted: string, came: string): void => {
    if (wanted !== came) found.push(`the request has ${what} ${came}, not ${wanted}`);
  };
  check("HTTP", version.slice(-1), String(httpVersionMajor));
  check("TLS", String(permutation.tls), String("encrypted" in socket && socket.encrypted === true));
  const isGet = request.useGetHttpMethod;
  check("method", isGet ? "GET" : "POST", String(method));
  const type = String(headers["content-type"] ?? "");
  if (!isGet && !contentTypes(permutation).includes(type)) {
    found.push(`the request has content-type ${type}, not ${contentTypes(permutation).join(" or ")}`);
  }
  if (permutation.protocol === "CONNECT" && !isGet) {
    check("connect-protocol-version", "1", String(headers["connect-protocol-version"]));
  }
  if (permutation.protocol === "GRPC") check("te", "trailers", String(headers.te));
  for (const name of ["content-encoding", "grpc-encoding", "connect-content-encoding"]) {
    const encoding = String(headers[name] ?? "identity");
    if (encoding !== "identity") check(name, compression.toLowerCase(), encoding);
  }
  if (isGet && codec === "JSON") check("content-type", "", type);
  return found;
}

function contentTypes({ codec, protocol, streamType }: Permutation): string[] {
  const name = codec.toLowerCase();
  const prefix = prefixes[protocol];
  if (prefix) return name === "proto" ? [prefix, `${prefix}+proto`] : [`${prefix}+${name}`];
  return [streamType === "UNARY" ? `application/${name}` : `application/connect+${name}`];
}
