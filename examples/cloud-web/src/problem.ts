import { CloudError } from "@svc/cloud/web";
import { button, element } from "./element.js";

/** A failure in words for people, with what a person may do and what support will ask for. */
export function problem(title: string, error: unknown, retry?: () => void): HTMLElement {
  const notice = element("div", { class: "notice", role: "alert" }, element("h3", {}, title));
  notice.append(element("p", {}, formatError(error)));
  if (error instanceof CloudError) {
    const { code, requestId } = error;
    notice.append(element("p", { class: "quiet" }, requestId ? `${code}, request ${requestId}` : code));
  }
  if (retry) notice.append(button("Try again", retry));
  return notice;
}

function formatError(error: unknown): string {
  if (!(error instanceof CloudError)) return error instanceof Error ? error.message : String(error);
  if (error.code === "UNAVAILABLE") return "The cloud does not answer. Is this device online?";
  if (error.code === "UNKNOWN" && error.unknownOutcome) {
    return "An answer was lost, and nobody can tell whether the change was made. Look before you repeat it.";
  }
  return `${error.text.slice(0, 1).toUpperCase()}${error.text.slice(1)}.`.replace(/\.\.$/, ".");
}
