import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { findField } from "@stratus/convention";
import { accessTokenType } from "../auth/token-exchange.js";
import type { Cloud } from "../cloud.js";
import { exchangeAt } from "../login/exchange.js";
import { build } from "../messages/assign.js";
import { readString } from "../messages/read.js";
import type { Invocation, Reply } from "./invocation.js";

/** Token exchange by gRPC (docs/conventions.md, "Authentication"). Its lifetime comes in seconds, or as a Duration where the API has one. */
export async function exchangeByRpc(cloud: Cloud, call: Invocation, request: ReflectMessage): Promise<Reply> {
  const { accessToken, expiresInSeconds } = await exchangeAt(
    cloud,
    {
      grantType: readString(request, "grant_type"),
      requestedTokenType: readString(request, "requested_token_type"),
      subjectToken: readString(request, "subject_token"),
      subjectTokenType: readString(request, "subject_token_type"),
      actorToken: readString(request, "actor_token"),
      actorTokenType: readString(request, "actor_token_type"),
    },
    call.nowMs,
  );
  const output = call.method.desc.output;
  const isDuration = findField(output, "expires_in")?.message !== undefined;
  const { message } = build(output, {
    access_token: accessToken,
    issued_token_type: accessTokenType,
    token_type: "Bearer",
    expires_in: isDuration ? { seconds: expiresInSeconds } : expiresInSeconds,
  });
  return { kind: "message", message };
}
