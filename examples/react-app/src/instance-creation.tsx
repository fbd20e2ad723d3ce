import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { mutationOptions, operationOptions } from "@stratus/query";
import { useApi } from "./api.js";
import { Failure } from "./failure.js";

/** Creates an instance and follows its operation until it ends. */
export function InstanceCreation({ open }: { open(id: string): void }): ReactElement {
  const { instances, parentId } = useApi();
  const create = useMutation({
    ...mutationOptions(instances, "create"),
    onSuccess: ({ resourceId }) => open(resourceId),
  });
  const operationId = create.data?.id ?? "";
  const { data: operation } = useQuery({
    ...operationOptions(instances, operationId),
    enabled: operationId !== "",
  });
  const submit = (form: FormData): void =>
    create.mutate({
      metadata: { parentId, name: String(form.get("name")) },
      spec: { cpu: 2, memoryBytes: 4n * 1024n ** 3n },
    });
  const state = operation === undefined ? "" : operation.status === undefined ? "Creating…" : "Created.";
  return (
    <section aria-label="New instance">
      <form action={submit}>
        <label>
          Name <input name="name" required pattern="[a-z][a-z0-9\-]*" />
        </label>
        <button disabled={create.isPending}>Create</button>
      </form>
      <p role="status">{state}</p>
      <Failure error={create.error} />
    </section>
  );
}
