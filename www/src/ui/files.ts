/** Offers a text or a picture to the user as a file. */
export function download(content: string | Blob, name: string, type = "application/json"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read by then; at once would be too early in some.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Lets the user choose a file. Nothing happens if they change their mind. */
export function chooseFile(accept: string, chosen: (file: File) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) chosen(file);
  });
  input.click();
}

/** A name that every file system takes. */
export function fileName(title: string): string {
  const plain = title
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
  return `${plain || "untitled"}.toile.json`;
}
