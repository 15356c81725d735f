/** Where one was before /login, from its `?from=`: an address of ours, or the first page. */
export function cameFrom(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/';
  // `//host` and `/\host` would lead out of the house.
  return /^\/(?![/\\])/.test(from) && !/^\/(login|signup)\b/.test(from) ? from : '/';
}
