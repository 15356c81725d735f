/** The requested part of a file: its first and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a Range header (RFC 9110, 14.2) against a file of `size` bytes.
 * @returns the range to send; `whole` without a header and for several or invalid ranges, which a server may ignore;
 *   `unsatisfiable` for a range that starts beyond the end.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Number(last);
    if (length === 0 || size === 0) return 'unsatisfiable';
    return { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}
