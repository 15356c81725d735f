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

/** A store of strings by key that never throws. */
interface SafeStorage {
  get: (key: string) => string | null;
  /**
   * Reads JSON, which may be damaged, or of another version of the page.
   * @returns undefined unless it has this shape.
   */
  read: <T>(key: string, shape: Shape) => T | undefined;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
}

/**
 * Where the browser's storage is blocked, full or missing (on the server), values last as long as the page. Even
 * reading `window.localStorage` throws where a person has blocked site data.
 */
function safeStorage(name: 'localStorage' | 'sessionStorage'): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(globalThis[name]);
    } catch {
      return;
    }
  };
  const get = (key: string) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null;
  return {
    get,
    read<T>(key: string, shape: Shape) {
      try {
        const value: unknown = JSON.parse(get(key) ?? '');
        return hasShape(value, shape) ? (value as T) : undefined;
      } catch {
        return;
      }
    },
    set(key, value) {
      memory.delete(key);
      const stored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (!stored) memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

/** Kept by the browser for all tabs of the site. */
export const permanent = safeStorage('localStorage');

/** Kept by the browser for this tab, reloads included. */
export const perTab = safeStorage('sessionStorage');
