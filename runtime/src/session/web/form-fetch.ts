import { formHeaders, maxAnswerBytes, type PostForm, retryAfterMs } from "../auth/form.js";
import { systemClock } from "../../base/time/clock.js";
import { waitFor } from "../../base/time/wait.js";
import { joined } from "../../network/transport/fetch/body.js";
import type { FetchAnswer, FetchFunction } from "../../network/transport/fetch/fetch-function.js";

/** Posts forms by `fetch`. */
export function formPoster(fetch: FetchFunction): PostForm {
  return async (url, form, { signal, timeoutMs }) => {
    const leaving = new AbortController();
    const request = {
      method: "POST" as const,
      headers: Object.entries(formHeaders),
      body: new TextEncoder().encode(form.toString()).buffer,
      signal: leaving.signal,
      redirect: "manual" as const,
    };
    const answer = fetch(url.href, request).then(async (answer) => ({
      status: answer.status,
      text: await readText(answer),
      retryAfterMs: retryAfterMs(answer.headers.get("retry-after")),
    }));
    try {
      return await waitFor(answer, {
        clock: systemClock,
        signal,
        deadlineMs: systemClock.nowMs() + timeoutMs,
        timedOut: () => new Error(`no answer within ${timeoutMs / 1000} s`),
      });
    } finally {
      leaving.abort();
    }
  };
}

async function readText({ body }: FetchAnswer): Promise<string> {
  const reader = body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    size += part.value.byteLength;
    if (size > maxAnswerBytes) throw new Error(`an answer of more than ${maxAnswerBytes} bytes`);
  }
  return new TextDecoder().decode(joined(parts, size));
}
