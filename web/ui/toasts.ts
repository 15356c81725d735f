import { createStore } from '../lib/store.ts';

export interface Toast {
  id: number;
  title: string;
  description?: string | undefined;
  destructive: boolean;
  /** A button in the toast, such as Undo. */
  action?: { label: string; run: () => void } | undefined;
}

/** One at a time (§9): a new toast replaces the old one. */
export const currentToast = createStore<Toast | null>(null);
let count = 0;

export function toast(title: string, description?: string, action?: Toast['action']): void {
  currentToast.set({ id: ++count, title, description, destructive: false, action });
}

/** Reports a failure: screen readers announce it at once, and it has the color of errors. */
export function toastProblem(title: string, description?: string, action?: Toast['action']): void {
  currentToast.set({ id: ++count, title, description, destructive: true, action });
}
