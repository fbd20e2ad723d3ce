import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { findField } from "@stratus/convention";
import { readExchangeRequest } from "../auth/token-exchange.js";
import type { Cloud } from "../cloud.js";
import { exchangeAt } from "../login/exchange.js";
import { build } from "../messages/assign.js";
import { readString } from "../messages/read.js";
import type { Invocation, Reply } from "./invocation.js";

/** Exchanges a token over gRPC (docs/conventions.md, "Authentication"). The lifetime is in seconds or a Duration, by the API's type. */
export async function exchangeByRpc(cloud: Cloud, call: Invocation, request: ReflectMessage): Promise<Reply> {
  const asked = readExchangeRequest((name) => readString(request, name));
  const exchanged = await exchangeAt(cloud, asked, call.nowMs);
  const output = call.method.desc.output;
  const isDuration = findField(output, "expires_in")?.message !== undefined;
  const { expires_in: seconds } = exchanged;
  const { message } = build(output, { ...exchanged, expires_in: isDuration ? { seconds } : seconds });
  return { kind: "message", message };
}
