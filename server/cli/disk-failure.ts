import path from 'node:path';

/** SQLITE_FULL */
const SQLITE_FULL = 13;

/**
 * Says in words what the disk refused.
 * @param file that was to be written or read.
 * @returns undefined for any other error.
 */
export function diskFailure(error: unknown, file: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path: refused, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  const folder = path.dirname(path.resolve(file));
  const isThere = refused !== undefined && path.dirname(path.resolve(refused)) === folder;
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? '') || errcode === SQLITE_FULL)
    return 'there is no room left on the disk.';
  if (code === 'ENOENT' && isThere) return `there is no folder ${folder}.`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code ?? '') && isThere)
    return `this user has no right to ${refused}.`;
  return undefined;
}
