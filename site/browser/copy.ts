/** Adds a button to each example that copies its code. */
export function addCopyButtons(): void {
  // A page from a file or over plain HTTP has no clipboard.
  if (!navigator.clipboard) return;
  for (const example of document.querySelectorAll(".example")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", () => {
      void navigator.clipboard.writeText(example.querySelector("code")?.textContent ?? "").then(() => {
        button.textContent = "Copied";
        setTimeout(() => (button.textContent = "Copy"), 2000);
      });
    });
    example.append(button);
  }
}
