/**
 * What the library says of a connection that could not be established, for people:
 * without the words that it puts where it knows nothing. Where it knows no error
 * at all, a proxy did not open its tunnel; the library says why in its log only.
 */
export function connectionText(details: string, environment: NodeJS.ProcessEnv = process.env): string {
  const [, what, error, note] = pattern.exec(details) ?? [];
  if (what === undefined || error === undefined) return details;
  const noted = note ? ` (${note})` : "";
  if (error === "undefined") return `${what}${proxyText(environment)}${noted}`;
  const reason = error.replace(/^Error: /, "");
  return `${what}: ${reason}${noted}`;
}

const pattern = /^(No connection established)\. Last error: (.*)\. Resolution note: (.*)$/s;

/** Names of variables alone: their values may hold a password. */
function proxyText(environment: NodeJS.ProcessEnv): string {
  const variable = ["grpc_proxy", "https_proxy", "http_proxy"].find((name) => environment[name]);
  return variable === undefined ? "" : `: the proxy that ${variable} names did not open a tunnel`;
}
