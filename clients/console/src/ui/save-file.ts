/** Gives the browser a file to keep, made in this page. */
export function saveFile(content: Blob, filename: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken hold of it once this task is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
