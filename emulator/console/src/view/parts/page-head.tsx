import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface HeadProps {
  readonly title: string;
  /** The link back, above the title. */
  readonly above?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Draws the title of a page, which takes the focus when someone comes to it from another one. */
export function PageHead({ title, above, children }: HeadProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} · Emulator`;
    if (history.state !== null || document.activeElement !== document.body) heading.current?.focus();
  }, [title]);
  return (
    <header class="page-head">
      {above}
      <h1 ref={heading} tabIndex={-1}>
        <bdi>{title}</bdi>
      </h1>
      {children !== undefined && <div class="buttons">{children}</div>}
    </header>
  );
}
