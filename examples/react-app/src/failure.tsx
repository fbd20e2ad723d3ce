import type { ReactElement } from "react";

/** The text of an error, as an alert of the page. */
export function Failure({ error }: { error: Error | null }): ReactElement | null {
  return error && <p role="alert">{error.message}</p>;
}
