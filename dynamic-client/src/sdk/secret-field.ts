import type { GuideField } from "@stratus/runtime/guide";

/** The text that replaces a secret in redacted output. */
export const redactedText = "[hidden]";

/** Whether the API marks a field as secret. Its value is redacted, and is read from a file instead of an argument. */
export function isSecretField(field: Pick<GuideField, "isSecret"> | undefined): boolean {
  return field?.isSecret === true;
}

/** Endings of names whose values grant access. */
const secretName =
  /(?:password|passphrase|passwd|secret|token|private[_-]?key|api[_-]?key|access[_-]?key|signing[_-]?key|credential|jwt)s?$/i;

/** Tokens for pagination and synchronization, which grant no access. */
const harmlessName = /(?:page|next|continuation|sync|cursor|resume|start)[_-]?token$/i;

/**
 * Whether the name of a field suggests that its value grants access. Some APIs do not mark secret fields, so the name is the
 * only evidence. It is better to redact one value too many than one too few.
 */
export function isSecretName(name: string): boolean {
  return secretName.test(name) && !harmlessName.test(name);
}

/** Whether a field contains text that is marked as secret, or whose name suggests that it grants access. */
export function isLikelySecretField(field: GuideField): boolean {
  const isText = field.kind === "string" || field.kind === "bytes" || field.kind === "json";
  return isText && (isSecretField(field) || isSecretName(field.name));
}
