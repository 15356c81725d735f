import { expect, it } from 'vitest';
import { formatBytes } from './format-measures.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [3_449_999, '3.4 MB'],
  [999_999, '1.0 MB'],
  [12_400_000_000, '12 GB'],
  [2e18, '2,000 PB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
