import type { MessageType } from "../../runtime/src/messages/wire/message-type.js";

/** A method of a client that is written by hand. */
export interface FakeMethod {
  readonly request: MessageType<never>;
  readonly response: MessageType<never>;
  readonly isRead?: boolean;
  readonly service?: string;
  answer(request: never): unknown;
}

const describeKey: unique symbol = Symbol.for("stratus.describeCall");
type Options = { readonly [describeKey]?: (result: unknown) => void } | undefined;

/** A client whose methods describe their calls as generated ones do. It records the calls that are sent. */
export function fakeClient<Names extends string>(methods: { readonly [Name in Names]: FakeMethod }) {
  const sent: string[] = [];
  const entries = Object.entries<FakeMethod>(methods).map(([name, method]) => {
    const call = (init: never, options: Options): Promise<unknown> => {
      const { answer, isRead, service = "acme.v1.Library", ...rpc } = method;
      const describe = options?.[describeKey];
      let request: never;
      try {
        request = rpc.request.create(init) as never;
      } catch (error) {
        describe?.(error);
        return Promise.reject(error as Error);
      }
      if (!describe) {
        sent.push(name);
        return Promise.resolve(answer(request));
      }
      const rpcName = name.replace(/^./, (letter) => letter.toUpperCase());
      describe({ sdk: "acme", cacheScope: undefined, service, method: rpcName, isRead, rpc, request });
      return new Promise(() => undefined);
    };
    return [name, call] as const;
  });
  return {
    sent,
    client: Object.fromEntries(entries) as Readonly<Record<Names, (request: object) => Promise<unknown>>>,
  };
}
