import type { Cache, CallOptions } from "../cache/cache-types.js";
import type { CallOptionsOf, DataOf, FailureOf, MutationName, VariablesOf } from "../client/client-types.js";
import type { MutationSettings } from "./mutation-settings.js";

/** Options of a mutation that calls a method of a client. */
export interface CallMutationOptions<Data, Failure, Variables> extends CallOptions<Failure> {
  /** Calls the method. */
  readonly mutationFn: (variables: Variables, context: { readonly client: Cache }) => Promise<Data>;
}

type MethodOptions<Client, Name extends keyof Client, Needs> = CallMutationOptions<
  DataOf<Client, Name>,
  FailureOf<Client, Name>,
  VariablesOf<Client, Name, Needs>
>;

/**
 * Returns the options of a mutation for a method of a client. Its variables are the method's parameter, or an array of
 * them if the method has several:
 *
 * ```ts
 * const create = useMutation(mutationOptions(instances, "create"));
 * create.mutate({ metadata: { parentId, name: "web-1" }, spec: { cpu: 4 } });
 * const modify = useMutation(mutationOptions(instances, "modify"));
 * modify.mutate([{ id }, (vm) => { vm.spec.cpu = 8; }]);
 * ```
 *
 * The callback of `modify` runs on a copy of the cached resource, and again on the resource that the server returns. It
 * must change nothing else.
 *
 * @param settings How the mutation uses the cache, and `call`: options of each call, such as a reset mask.
 */
export function mutationOptions<Client extends object, Name extends MutationName<Client>>(
  client: Client,
  method: Name,
  settings?: MutationSettings & { readonly call?: CallOptionsOf<Client, Name, "nothing"> },
): MethodOptions<Client, Name, "nothing">;
export function mutationOptions<Client extends object, Name extends MutationName<Client>>(
  client: Client,
  method: Name,
  settings: MutationSettings & { readonly call: CallOptionsOf<Client, Name, "options"> },
): MethodOptions<Client, Name, "options">;
export function mutationOptions(
  client: object,
  method: string,
  settings: MutationSettings & { readonly call?: unknown } = {},
): CallMutationOptions<unknown, Error, unknown> {
  return {
    mutationFn: async (variables, { client: cache }) => {
      // Loaded with the first mutation, because most pages only read at their start.
      const { runMutation } = await import("./run-mutation.js");
      return runMutation({ cache, client, method, settings }, variables);
    },
    retry: false,
  };
}
