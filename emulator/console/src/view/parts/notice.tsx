import type { ComponentChildren, JSX } from "preact";
import type { Loaded } from "../../state/use-load.js";
import { safeText } from "../../text/safe-text.js";

/** Draws what a page shows if it has nothing else to show. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** Draws why something failed, and a way to try again. */
export function Failure({
  text,
  onRetry,
}: {
  readonly text: string;
  readonly onRetry?: () => void;
}): JSX.Element {
  return (
    <div class="failure" role="alert">
      <p>{safeText(text).slice(0, 2000)}</p>
      {onRetry !== undefined && (
        <button type="button" class="button small" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Draws placeholder lines while data is loaded. */
export function Loading({ lines = 5 }: { readonly lines?: number }): JSX.Element {
  return (
    <div class="loading" role="status">
      <span class="visually-hidden">Loading</span>
      {Array.from({ length: lines }, (_, index) => (
        <span class="bone" key={index} />
      ))}
    </div>
  );
}

/** Draws loaded data, or that they are loaded, or why they could not be. */
export function WhenLoaded<T>({
  from,
  children,
}: {
  readonly from: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
}): JSX.Element {
  if (from.data !== undefined) return <>{children(from.data)}</>;
  if (from.error !== undefined) return <Failure text={from.error.message} onRetry={from.reload} />;
  return <Loading />;
}
