import { describe, expect, it } from "vitest";
import * as latest from "@tanstack/query-core";
import * as lowest from "@tanstack/query-core-lowest";
import { CloudError, mock } from "@svc/cloud";
import { DiskServiceClient, InstanceServiceClient } from "@svc/cloud/compute/v1";
import { CatalogueClient } from "@svc/catalogue";
import { mock as mockFetch } from "@svc/catalogue/testing";
import { infiniteQueryOptions, queryOptions } from "@stratus/query";

const versions = [
  ["the latest version", latest],
  // The two versions have the same types, but their classes have private members.
  ["the lowest supported version", lowest as unknown as typeof latest],
] as const;

const course = { title: "Data Structures", subject_code: "CS", course_number: 101, sections: [] };

describe.each(versions)(
  "with %s of TanStack Query",
  (_, { QueryClient, QueryObserver, InfiniteQueryObserver }) => {
    it("a query calls the method and caches its result under the SDK, the scope, the method and the request", async () => {
      const instances = mock(
        InstanceServiceClient,
        { get: ({ id }) => ({ metadata: { id }, spec: { memoryBytes: 2n ** 60n } }) },
        { cacheScope: "user-1" },
      );
      const cache = new QueryClient();
      const options = queryOptions(instances, "get", { id: "i-1" });
      expect(options.queryKey).toEqual([
        "@svc/cloud",
        "user-1",
        "svc.compute.v1.InstanceService",
        "Get",
        { id: "i-1" },
      ]);
      expect((await cache.fetchQuery(options)).spec.memoryBytes).toBe(2n ** 60n);
      expect(cache.getQueryData(options.queryKey)?.metadata.id).toBe("i-1");
    });

    it("a failed call is not repeated by the cache, and its error is the client's", async () => {
      let calls = 0;
      const instances = mock(InstanceServiceClient, {
        get: () => {
          calls++;
          throw new CloudError({ code: "NOT_FOUND", text: "no such instance" });
        },
      });
      const failure = new QueryClient().fetchQuery(queryOptions(instances, "get", { id: "i-1" }));
      await expect(failure).rejects.toBeInstanceOf(CloudError);
      const observer = new QueryObserver(new QueryClient(), queryOptions(instances, "get", { id: "i-1" }));
      const { error } = await new Promise<ReturnType<typeof observer.getCurrentResult>>((resolve) => {
        const stop = observer.subscribe((result) => {
          if (!result.isError) return;
          stop();
          resolve(result);
        });
      });
      expect(error?.code).toBe("NOT_FOUND");
      expect(calls).toBe(2);
    });

    it("a query that is canceled aborts its call", async () => {
      const signals: AbortSignal[] = [];
      const instances = mock(InstanceServiceClient, {
        get: (_request, { signal }) => {
          if (signal) signals.push(signal);
          return new Promise<never>(() => undefined);
        },
      });
      const cache = new QueryClient();
      const options = queryOptions(instances, "get", { id: "i-1" });
      const fetching = cache.fetchQuery(options).catch((error: unknown) => error);
      await expect.poll(() => signals.length).toBe(1);
      await cache.cancelQueries({ queryKey: options.queryKey });
      expect(await fetching).toMatchObject({ revert: true });
      expect(signals[0]?.aborted).toBe(true);
    });

    it("an infinite query ends at the empty page token", async () => {
      const tokens: string[] = [];
      const disks = mock(DiskServiceClient, {
        list: ({ pageToken, parentId }) => {
          tokens.push(pageToken);
          const page = Number(pageToken || "1");
          return {
            items: [{ metadata: { id: `${parentId}-${page}` } }],
            nextPageToken: page < 3 ? `${page + 1}` : "",
          };
        },
      });
      const cache = new QueryClient();
      const options = infiniteQueryOptions(disks, "list", { parentId: "p" });
      const { pages } = await cache.fetchInfiniteQuery({ ...options, pages: 10 });
      expect(pages.flatMap(({ items }) => items.map(({ metadata }) => metadata.id))).toEqual([
        "p-1",
        "p-2",
        "p-3",
      ]);
      expect(tokens).toEqual(["", "2", "3"]);
      expect(options.queryKey).not.toEqual(queryOptions(disks, "list", { parentId: "p" }).queryKey);
    });

    it("an infinite query ends when a server repeats a page token", async () => {
      const disks = mock(DiskServiceClient, { list: () => ({ items: [], nextPageToken: "again" }) });
      const observer = new InfiniteQueryObserver(
        new QueryClient(),
        infiniteQueryOptions(disks, "list", { parentId: "p" }),
      );
      await observer.fetchNextPage();
      await observer.fetchNextPage();
      expect(observer.getCurrentResult()).toMatchObject({
        hasNextPage: false,
        data: { pageParams: ["", "again"] },
      });
    });

    it("REST clients have the same, with positional parameters", async () => {
      const fetch = mockFetch({ "/courses/CS/101": course });
      const { courses } = new CatalogueClient({
        baseUrl: fetch.baseUrl,
        fetch,
        cacheScope: "user-1",
        validate: "off",
      });
      const cache = new QueryClient();
      const options = queryOptions(courses, "get", "CS", 101);
      expect(options.queryKey).toEqual(["Catalogue", "user-1", "courses", "get", { url: "/courses/CS/101" }]);
      expect((await cache.fetchQuery(options)).title).toBe("Data Structures");
      const missing = queryOptions(courses, "find", "CS", 102);
      expect(await cache.fetchQuery(missing)).toBeNull();
      expect(missing.queryKey[3]).toBe("find");
      const get = queryOptions(courses, "get", "CS", 102);
      await expect(cache.fetchQuery(get)).rejects.toMatchObject({ code: "NOT_FOUND" });
    });
  },
);

describe("the options of a query", () => {
  const instances = mock(InstanceServiceClient, {});

  it("send nothing before they are used", () => {
    const sent: string[] = [];
    const watched = mock(
      InstanceServiceClient,
      { list: () => ({}) },
      { hooks: { onCallStart: ({ method }) => void sent.push(method) } },
    );
    queryOptions(watched, "list", { parentId: "p" });
    queryOptions(watched, "get", { id: "1" });
    expect(sent).toEqual([]);
  });

  it("have 64-bit integers in their key as text, so that it can be hashed", () => {
    const { queryKey } = queryOptions(instances, "list", { parentId: "p", pageSize: 10n });
    expect(queryKey[4]).toEqual({ parentId: "p", pageSize: "10" });
  });

  it("have the parent of the session in their key", () => {
    const parents = ["a", "b"].map((parentId) => {
      const client = mock(InstanceServiceClient, {}, { parentId });
      return queryOptions(client, "list", {}).queryKey[4];
    });
    expect(parents).toEqual([{ parentId: "a" }, { parentId: "b" }]);
  });

  it("refuse methods that may change something, whose calls a query would repeat", () => {
    expect(() => queryOptions(instances as never, "delete" as never, { id: "1" } as never)).toThrow(
      expect.objectContaining({ code: "METHOD_NOT_A_READ" }),
    );
  });

  it("refuse a method that the client does not have", () => {
    expect(() => queryOptions(instances as never, "gett" as never)).toThrow(
      expect.objectContaining({ code: "METHOD_UNKNOWN" }),
    );
  });

  it("refuse a request that the client cannot send, with the client's error", () => {
    expect(() => queryOptions(instances, "list", { pageSize: 2n ** 70n })).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT" }),
    );
  });

  it("of two logins never share an entry", () => {
    const keys = ["user-1", "user-2", undefined].map((cacheScope) =>
      JSON.stringify(
        queryOptions(mock(InstanceServiceClient, {}, { cacheScope }), "get", { id: "1" }).queryKey,
      ),
    );
    expect(new Set(keys).size).toBe(3);
  });
});
