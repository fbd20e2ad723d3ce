import type { ComponentChildren, JSX } from "preact";
import { Failure } from "../parts/notice.jsx";

interface CardProps {
  readonly title: string;
  /** Why the last change was refused. */
  readonly error?: string;
  readonly children: ComponentChildren;
}

/** Draws a group of controls. */
export function Card({ title, error = "", children }: CardProps): JSX.Element {
  const id = `card-${title.toLowerCase()}`;
  return (
    <section class="panel card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      {error !== "" && <Failure text={error} />}
    </section>
  );
}
