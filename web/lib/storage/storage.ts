/** A store of strings by key that never throws. */
export interface SafeStorage {
  get: (key: string) => string | null;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
  /** All keys of the site. */
  keys: () => string[];
}

/**
 * Storage whose values last as long as the page where the browser's is blocked, full or missing (on the server). Even
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
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
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
    keys: () =>
      [...(attempt(Object.keys) ?? []), ...memory.keys()].filter((key) => key.startsWith('ovation.')),
  };
}

/** Kept by the browser for all tabs of the site. */
export const permanent = safeStorage('localStorage');

/** Kept by the browser for this tab, reloads included. */
export const perTab = safeStorage('sessionStorage');
