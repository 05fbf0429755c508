/** Saves a text or bytes as a file of the browser's downloads. */
export function downloadFile(name: string, content: string | Blob, type = 'text/plain'): void {
  const link = document.createElement('a');
  const charset = typeof content === 'string' ? ';charset=utf-8' : '';
  link.href = URL.createObjectURL(new Blob([content], { type: type + charset }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Today, for the name of a file. */
export const fileDate = (now = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
