import type { ModifyPreview } from "@svc/cloud/web";
import { button, element } from "./element.js";
import type { Kind, Named } from "./kinds.js";
import { follow } from "./operations.js";
import { problem } from "./problem.js";
import { formFields, writeTexts } from "./resource-form.js";

/** Opens the form of a resource, or of a new one; `reload` is called when its operation begins and when it ends. */
export function openDialog<One extends Named>(
  kind: Kind<One>,
  one: One | undefined,
  reload: () => void,
): void {
  const dialog = element("dialog", { "aria-labelledby": "dialog-title" });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  if (one) showChange({ kind, dialog, reload }, one);
  else showCreate({ kind, dialog, reload });
  dialog.showModal();
}

/** The parts that all steps of a dialog share. */
interface Parts<One extends Named> {
  readonly kind: Kind<One>;
  readonly dialog: HTMLDialogElement;
  readonly reload: () => void;
}

function showCreate<One extends Named>({ kind, dialog, reload }: Parts<One>): void {
  const { name, fields, blank, create } = kind;
  const one = blank();
  const submit = async (texts: FormData): Promise<void> => {
    writeTexts(fields, texts, blank(), one);
    const operation = await create(one);
    dialog.close();
    reload();
    void follow(`Create ${name} ${one.metadata.name}`, operation).then(reload);
  };
  showForm(dialog, `Create ${name}`, formFields(fields, one), { text: "Create", submit });
}

function showChange<One extends Named>(parts: Parts<One>, one: One, texts?: FormData): void {
  const { kind, dialog } = parts;
  const fields = kind.fields.filter(({ isFixed }) => !isFixed);
  const written = structuredClone(one);
  if (texts) writeTexts(fields, texts, one, written);
  const submit = async (texts: FormData): Promise<void> => {
    const change = (latest: One): void => writeTexts(fields, texts, one, latest);
    const preview = await kind.preview(one.metadata.id, change);
    showPreview(parts, preview, change, () => showChange(parts, one, texts));
  };
  const title = `Change ${kind.name} ${one.metadata.name}`;
  showForm(dialog, title, formFields(fields, written), { text: "Review", submit });
}

function showPreview<One extends Named>(
  { kind, dialog, reload }: Parts<One>,
  { before, after, isUnchanged, resetMask }: ModifyPreview<unknown, One>,
  change: (one: One) => void,
  back: () => void,
): void {
  const { name } = before.metadata;
  const title = `Change ${kind.name} ${name}`;
  const rows = kind.fields.flatMap(({ label, read }) => {
    const [old, fresh] = [read(before), read(after)];
    return old === fresh
      ? []
      : [element("div", {}, element("dt", {}, label), element("dd", {}, ...difference(old, fresh)))];
  });
  const mask = resetMask.toString();
  const content = isUnchanged
    ? [element("p", {}, "There are no changes.")]
    : [
        element("dl", { class: "changes" }, ...rows),
        element("h3", {}, "Reset mask"),
        mask === ""
          ? element("p", { class: "quiet" }, "None: nothing is cleared.")
          : element("p", {}, element("code", {}, mask), " is cleared."),
      ];
  const submit = async (): Promise<void> => {
    const operation = await kind.modify(before.metadata.id, change);
    dialog.close();
    reload();
    void follow(title, operation).then(reload);
  };
  const send = isUnchanged ? undefined : { text: "Send the change", submit };
  showForm(dialog, title, content, send, button("Back", back));
}

function difference(old: string, fresh: string): Node[] {
  const nothing = "none";
  return [
    element("del", {}, old || nothing),
    document.createTextNode(" → "),
    element("ins", {}, fresh || nothing),
  ];
}

/** One step of a dialog. It shows its failures, and keeps what was written. */
function showForm(
  dialog: HTMLDialogElement,
  title: string,
  content: readonly HTMLElement[],
  send: { readonly text: string; readonly submit: (texts: FormData) => Promise<void> } | undefined,
  back = button("Cancel", () => dialog.close()),
): void {
  const failure = element("div", {});
  const buttons = element("div", { class: "buttons" }, back);
  const form = element("form", { method: "dialog" }, ...content, failure, buttons);
  if (send) {
    const main = element("button", { class: "button is-main" }, send.text);
    buttons.append(main);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      // A second press would send the same again.
      if (form.ariaBusy === "true") return;
      form.ariaBusy = "true";
      const ended = send.submit(new FormData(form)).catch((error: unknown) => {
        failure.replaceChildren(problem(`${send.text} failed`, error));
      });
      void ended.finally(() => (form.ariaBusy = "false"));
    });
  }
  dialog.replaceChildren(element("h2", { id: "dialog-title", tabindex: "-1" }, title), form);
  // The content of an open dialog was replaced, and the focus with it.
  if (dialog.open) dialog.querySelector<HTMLElement>("h2")?.focus();
}
