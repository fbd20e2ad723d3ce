import type { SeenCall } from "./live-calls.js";

/** Selects calls. */
export interface SeenFilter {
  /** Words that must all occur in the method, resource, account, code, mask, error or request, in any case. */
  readonly text: string;
  /** `all`, `failed`, `changes`, or a status code. */
  readonly show: string;
}

/** Returns the calls that match, the newest first. */
export function filterCalls(
  calls: readonly SeenCall[],
  { text, show }: SeenFilter,
  isRead: (method: string) => boolean,
): SeenCall[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isShown = ({ code, method }: SeenCall): boolean => {
    if (show === "failed") return code !== "OK";
    if (show === "changes") return !isRead(method);
    return show === "all" || code === show;
  };
  return calls
    .filter((call) => isShown(call) && words.every((word) => searchText(call).includes(word)))
    .toReversed();
}

/** The texts of calls, since each key of a filter searches all of them again. */
const texts = new WeakMap<SeenCall, string>();

function searchText(call: SeenCall): string {
  const known = texts.get(call);
  if (known !== undefined) return known;
  const { method, resource, account, code, mask, error, message } = call;
  const request = JSON.stringify(message ?? "").slice(0, 10_000);
  const text = [method, resource, account, code, mask, error, request].join("\n").toLowerCase();
  texts.set(call, text);
  return text;
}
