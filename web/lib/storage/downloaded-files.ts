import { permanent } from './storage.ts';

const KEY = 'ovation.kept';
/**
 * Marks the URL of a file that the device keeps. The worker answers marked URLs alone, so that it never stands
 * between the page and any other file; without a worker, the server ignores the mark and sends the file.
 */
const MARK = '?kept';

/** The files that this device keeps, and whose they are. In local storage: what plays must know without waiting. */
export interface DownloadedFiles {
  /** The id of the user who keeps them. */
  owner: string;
  /** Their URLs, in full. */
  urls: string[];
}

let read: { text: string | null; owner: string | null; urls: ReadonlySet<string> } | undefined;

/** The owner is null if nothing is kept. Current in every tab. */
export function downloadedFiles() {
  const text = permanent.get(KEY);
  if (read?.text === text) return read;
  const [owner = null, ...urls] = text?.split('\n') ?? [];
  read = { text, owner, urls: new Set(urls) };
  return read;
}

export function setDownloadedFiles(files: DownloadedFiles | null): void {
  // A line each, because every text can be read again: a song must play whatever is stored here.
  if (files) permanent.set(KEY, [files.owner, ...files.urls].join('\n'));
  else permanent.remove(KEY);
}

/** URL to load a file from: the device if it keeps it, otherwise the server. */
export const sourceOf = (url: string): string => (downloadedFiles().urls.has(url) ? url + MARK : url);

/** The URL of the file that a marked URL stands for; undefined if it has no mark. */
export function markedFile({ href, pathname, search }: Pick<URL, 'href' | 'pathname' | 'search'>) {
  return search === MARK && pathname.startsWith('/media/') ? href.split('?')[0] : undefined;
}
