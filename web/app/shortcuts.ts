let open = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  open = value;
  for (const listener of listeners) listener();
}

export const showShortcuts = () => set(true);
export const hideShortcuts = () => set(false);

export const shortcuts = {
  shown: () => open,
  listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
