import { describe, it } from "vitest";
import { interopCases, longCases } from "./cases/interop-cases.js";
import type { Target } from "./cases/target.js";
import { startOurServer } from "./our-server.js";

describe.each([
  ["without TLS", false],
  ["with TLS", true],
])("a client of a server of the runtime %s passes", (_, isSecure) => {
  const abilities = { isSecure, seesCompression: false, compresses: "nothing" } as const;
  const target = (port: number): Target => ({ address: `127.0.0.1:${port}`, ...abilities });

  it.each(interopCases.filter(({ name, skip }) => !longCases.has(name) && skip?.(target(0)) === undefined))(
    "$name",
    async (one) => {
      await using server = await startOurServer(isSecure);
      await one.run(target(server.port));
    },
  );
});
