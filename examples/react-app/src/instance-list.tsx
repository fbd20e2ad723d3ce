import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { infiniteQueryOptions } from "@stratus/query";
import { useApi } from "./api.js";
import { Failure } from "./failure.js";

/** The instances by pages. The list reads the next page on request. */
export function InstanceList({ open, openId }: { open(id: string): void; openId: string }): ReactElement {
  const { instances, parentId } = useApi();
  const list = useInfiniteQuery(infiniteQueryOptions(instances, "list", { parentId, pageSize: 10 }));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <nav aria-label="Instances" aria-busy={list.isFetching}>
      {list.isSuccess && items.length === 0 && <p className="hint">There are no instances yet.</p>}
      <ul>
        {items.map(({ metadata: { id, name } }) => (
          <li key={id}>
            <button aria-current={id === openId} onClick={() => open(id)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <Failure error={list.error} />
      {list.hasNextPage && (
        <button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </button>
      )}
    </nav>
  );
}
