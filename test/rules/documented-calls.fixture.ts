import { programOf } from "../sdk-docs/pages.fixture.js";
import type { LooseClient, Shelf } from "./shelf.fixture.js";

/** Runs the call of a method as a page shows it, with the id of a resource for its `"..."`; what it prints. */
export type DocumentedCall = (client: LooseClient, method: string, id?: string) => Promise<unknown>;

/** The calls that the page of a service shows. */
export function documentedCalls({ files }: Shelf, page: string): DocumentedCall {
  const lines = programOf(files[page] ?? "")?.split("\n") ?? [];
  return async (client, method, id = "...") => {
    const line = lines.find((one) => one.includes(`await client.${method}(`));
    if (line === undefined) throw new Error(`${page} shows no call of ${method}`);
    const code = line.replace('id: "..."', `id: ${JSON.stringify(id)}`);
    const program = new Function("client", "console", `return (async () => { ${code} })();`) as (
      client: LooseClient,
      console: { readonly log: (value: unknown) => void },
    ) => Promise<void>;
    let printed: unknown;
    await program(client, { log: (value) => void (printed = value) });
    return printed;
  };
}
