/** A file name as one line of readable text, without its path. */
export function displayName(name: string | undefined): string | null {
  const line = (name ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, '')
    .replace(/^.*[\\/]/, '')
    .trim();
  return [...line].slice(0, NAME_MAX).join('') || null;
}

/** Longer file names are cut. */
const NAME_MAX = 255;
