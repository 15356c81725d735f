/** The path to return to after /login, from its `?from=`: one of this site, or `/`. */
export function returnPath(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/';
  return isOwnPath(from) && !/^\/(login|signup)\b/.test(from) ? from : '/';
}

/** Resolves the path as the browser would: `//host`, `/\host` and `/<tab>/host` lead to other sites. */
function isOwnPath(path: string): boolean {
  if (!path.startsWith('/')) return false;
  try {
    return new URL(path, location.origin).origin === location.origin;
  } catch {
    return false;
  }
}
