export interface Toast {
  id: number;
  title: string;
  description?: string | undefined;
  destructive: boolean;
  /** What can be done about it, such as taking it back. */
  action?: { label: string; run: () => void } | undefined;
}

/** One at a time (§9): a new toast takes the place of the old one. */
let current: Toast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export function toast(title: string, description?: string, action?: Toast['action']): void {
  show({ id: ++count, title, description, destructive: false, action });
}

/** Something went wrong: said at once by screen readers, and coloured. */
export function toastProblem(title: string, description?: string): void {
  show({ id: ++count, title, description, destructive: true });
}

export const toasts = {
  current: () => current,
  /** Takes the toast away, as when what it told is not so any more. */
  dismiss: () => show(null),
  listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
