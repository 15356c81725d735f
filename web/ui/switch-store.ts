/** Something that is open or not, for whoever opens it and whoever draws it; `null` is closed. */
export function switchStore<T>() {
  let value: T | null = null;
  const listeners = new Set<() => void>();
  const set = (next: T | null) => {
    value = next;
    for (const listener of listeners) listener();
  };
  return {
    value: () => value,
    open: (next: T) => set(next),
    close: () => set(null),
    listen(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
