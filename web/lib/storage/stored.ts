import type { SafeStorage } from './storage.ts';

/** Names of types as `typeof` gives them, `null` and `array`, with `|` between them; or the shapes of fields. */
export type Shape = string | { readonly [field: string]: Shape };

export function hasShape(value: unknown, shape: Shape): boolean {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  if (typeof shape === 'string') return shape.split('|').includes(type);
  return (
    type === 'object' &&
    Object.entries(shape).every(([field, of]) => hasShape((value as Record<string, unknown>)[field], of))
  );
}

/**
 * Reads stored JSON, which may be damaged, or of another version of the page.
 * @returns undefined unless it has this shape.
 */
export function readStored<T>(storage: SafeStorage, key: string, shape: Shape): T | undefined {
  try {
    const value: unknown = JSON.parse(storage.get(key) ?? '');
    return hasShape(value, shape) ? (value as T) : undefined;
  } catch {
    return;
  }
}
