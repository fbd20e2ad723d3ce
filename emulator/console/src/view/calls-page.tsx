/** The calls that arrive, the newest first. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { filterCalls, type SeenFilter } from "../state/filter-calls.js";
import { useWorld } from "../state/world.js";
import { CallRow } from "./call-row.jsx";
import { Empty } from "./parts/notice.jsx";
import { PageHead } from "./parts/page-head.jsx";

/** How many calls are drawn at first, and how many more each time. */
const drawnCalls = 100;

/** Draws the stream of calls with a filter. */
export function CallsPage(): JSX.Element {
  const { live, methods, say } = useWorld();
  const [filter, setFilter] = useState<SeenFilter>({ text: "", show: "all" });
  const [frozen, setFrozen] = useState<typeof live.calls>();
  const [drawn, setDrawn] = useState(drawnCalls);
  const calls = frozen ?? live.calls;
  const isRead = (method: string): boolean => methods.get(method)?.effect === "read";
  const found = filterCalls(calls, filter, isRead);
  useFilterKey();
  return (
    <>
      <PageHead title="Calls">
        <button
          type="button"
          class="button"
          aria-pressed={frozen !== undefined}
          onClick={() => setFrozen(frozen ? undefined : live.calls)}
        >
          {frozen === undefined
            ? "Pause"
            : `Continue (${live.calls.filter((call) => !frozen.includes(call)).length} new)`}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            setFrozen(undefined);
            live.clear().then(
              () => say("The calls were removed"),
              (error: unknown) => say(String(error)),
            );
          }}
        >
          Clear
        </button>
      </PageHead>
      <section class="panel" aria-label="Calls">
        <CallFilters filter={filter} onChange={setFilter} calls={calls} />
        {found.length === 0 ? (
          <NoCalls isFiltered={calls.length > 0} />
        ) : (
          <ol class="calls">
            {found.slice(0, drawn).map((call) => (
              <CallRow key={call.number} call={call} />
            ))}
          </ol>
        )}
        {found.length > drawn && (
          <button type="button" class="button" onClick={() => setDrawn(drawn + drawnCalls)}>
            Show more of {found.length.toLocaleString("en")} calls
          </button>
        )}
      </section>
    </>
  );
}

interface FilterProps {
  readonly filter: SeenFilter;
  readonly onChange: (filter: SeenFilter) => void;
  readonly calls: readonly { readonly code: string | undefined }[];
}

function CallFilters({ filter, onChange, calls }: FilterProps): JSX.Element {
  const codes = [...new Set(calls.map(({ code }) => code ?? ""))].filter((code) => code !== "").sort();
  return (
    <div class="filters" role="search">
      <label class="visually-hidden" for="filter">
        Filter calls
      </label>
      <input
        id="filter"
        type="search"
        autocomplete="off"
        spellcheck={false}
        placeholder="Filter by method, resource, account, request …"
        value={filter.text}
        onInput={({ currentTarget }) => onChange({ ...filter, text: currentTarget.value })}
      />
      <label class="visually-hidden" for="show">
        Show
      </label>
      <select
        id="show"
        value={filter.show}
        onChange={({ currentTarget }) => onChange({ ...filter, show: currentTarget.value })}
      >
        <option value="all">All calls</option>
        <option value="changes">Changes</option>
        <option value="failed">Failures</option>
        {codes.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </select>
    </div>
  );
}

function NoCalls({ isFiltered }: { readonly isFiltered: boolean }): JSX.Element {
  const { health } = useWorld();
  if (isFiltered) return <Empty title="No call matches the filter" />;
  return (
    <Empty title="No call has arrived yet">
      <p class="quiet">
        Each call of a program appears here as it ends. gRPC is at <code>{health.endpoint}</code>, Connect and
        gRPC-web at <code>{health.webUrl}</code>.
      </p>
    </Empty>
  );
}

/** `/` leads to the filter, unless someone is writing. */
export function useFilterKey(): void {
  useEffect(() => {
    const focusFilter = (event: KeyboardEvent): void => {
      const isWriting = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
      if (event.key !== "/" || isWriting || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      document.querySelector<HTMLInputElement>("#filter")?.focus();
    };
    addEventListener("keydown", focusFilter);
    return () => removeEventListener("keydown", focusFilter);
  }, []);
}
