const KEY = 'ovation.token';

type Event = 'unauthorized' | 'logout' | 'login';
const listeners = new Set<(event: Event) => void>();
const tell = (event: Event) => {
  for (const listener of listeners) listener(event);
};

/** The session's token in local storage (§4), and what happens to it, in this tab and in others. */
export const session = {
  /** Null where nobody can be signed in: on the server, where the first page is drawn ahead. */
  token: (): string | null => (typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY)),
  begin(token: string): void {
    localStorage.setItem(KEY, token);
  },
  end(): void {
    localStorage.removeItem(KEY);
    tell('logout');
  },
  /** The server refused `token`: it goes, unless another one has taken its place meanwhile. */
  refused(token: string): void {
    if (localStorage.getItem(KEY) !== token) return;
    localStorage.removeItem(KEY);
    tell('unauthorized');
  },
  /** Listens; the answer stops it. */
  listen(listener: (event: Event) => void): () => void {
    const inOtherTab = (event: StorageEvent) => {
      if (event.key === KEY) listener(event.newValue === null ? 'logout' : 'login');
    };
    listeners.add(listener);
    window.addEventListener('storage', inOtherTab);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', inOtherTab);
    };
  },
};
