import type { SessionWiring } from "../../calls/rpc/wiring.js";

/** Name of an environment variable of a session: `Cloud` and `TOKEN` give `CLOUD_TOKEN`. */
export function variableName({ session }: Pick<SessionWiring, "session">, name: string): string {
  const prefix = session.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
  return `${prefix}_${name}`;
}
