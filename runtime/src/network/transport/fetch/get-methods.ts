import type { Method } from "../../../calls/rpc/service.js";
import type { MessageTable } from "../../../messages/table/table.js";

/**
 * Whether a method may be called by GET: it declares that it has no side effects (`idempotency_level =
 * NO_SIDE_EFFECTS`), and its requests contain no secrets, since URLs are logged everywhere.
 */
export function mayUseGet(method: Method): boolean {
  return (method.hasNoSideEffects ?? false) && !method.request.once(holdsSecrets);
}

function holdsSecrets(table: MessageTable): boolean {
  const seen = new Set<MessageTable>();
  const look = (one: MessageTable): boolean => {
    if (seen.has(one)) return false;
    seen.add(one);
    return one.fields.some(
      ({ isSecret, shape: { type } }) => isSecret || (type.kind === "message" && look(type.table)),
    );
  };
  return look(table);
}
