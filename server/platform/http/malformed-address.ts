import { wantsData } from './site.ts';

/**
 * Where the page of an address with malformed percent-encoding is found: each percent sign stands for itself there.
 * @returns a path on this site with its query; undefined for calls and files.
 */
export function repairAddress(url: string, accept: string | undefined): string | undefined {
  if (!url.startsWith('/')) return undefined;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (wantsData(path, accept)) return undefined;
  // Browsers read two slashes, or backslashes, as the beginning of another site's address.
  const own = path.replace(/^[/\\]+/, '/').replaceAll('%', '%25');
  return own + url.slice(path.length);
}
