/** Where one was before /login, from its `?from=`: an address of ours, or the first page. */
export function cameFrom(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/';
  // `//host`, `/\host` and `/<tab>/host` would lead out of the house: as the browser reads them, not as they look.
  const inside = from.startsWith('/') && URL.parse(from, location.origin)?.origin === location.origin;
  return inside && !/^\/(login|signup)\b/.test(from) ? from : '/';
}
