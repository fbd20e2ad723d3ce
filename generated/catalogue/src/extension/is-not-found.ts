/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from catalogue/is-not-found.ts. DO NOT EDIT. */
/**
 * Reports whether a response means that the course or building does not exist. The description leaves that open, so
 * every success without a course or building counts: no body, an empty value, text, or an object such as an error.
 */
export function isNotFound({
  status,
  body,
  text,
}: {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
}): boolean {
  const value = body as Readonly<Record<string, unknown>> | null | undefined;
  return (
    status < 300 &&
    !(body === undefined ? text : Array.isArray(body) ? body[0] : (value?.["title"] ?? value?.["name"]))
  );
}
