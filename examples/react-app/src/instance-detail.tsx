import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { mutationOptions, queryOptions } from "@stratus/query";
import { useApi } from "./api.js";
import { Failure } from "./failure.js";

/**
 * One instance, with an edit that shows at once. If somebody else has changed the instance in the meantime, the client reads
 * it again and repeats the edit on it, so both changes stay.
 */
export function InstanceDetail({ id }: { id: string }): ReactElement {
  const { instances } = useApi();
  const { data: instance, error, refetch } = useQuery(queryOptions(instances, "get", { id }));
  const modify = useMutation(mutationOptions(instances, "modify"));
  const resize = (form: FormData): void => {
    const cpu = Number(form.get("cpu"));
    modify.mutate([{ id }, (instance) => void (instance.spec.cpu = cpu)]);
  };
  if (!instance)
    return (
      <section aria-label="Instance" aria-busy={!error}>
        <Failure error={error} />
        {error && <button onClick={() => void refetch()}>Try again</button>}
      </section>
    );
  const { metadata, spec } = instance;
  return (
    <section aria-label="Instance">
      <h2>{metadata.name}</h2>
      <dl>
        <dt>Processors</dt>
        <dd>{spec.cpu}</dd>
        <dt>Memory</dt>
        <dd>{(spec.memoryBytes / 1024n ** 3n).toString()} GiB</dd>
      </dl>
      <form action={resize}>
        <label>
          Processors <input name="cpu" type="number" min="1" max="64" defaultValue={spec.cpu} required />
        </label>
        <button disabled={modify.isPending}>Resize</button>
      </form>
      <Failure error={modify.error} />
    </section>
  );
}
