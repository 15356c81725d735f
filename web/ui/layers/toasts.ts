import { ReadableError } from 'contract/answers.ts';
import { sentenceOf } from '../../lib/http/api.ts';
import { createStore } from '../../lib/store.ts';

/** A button in a toast, such as Undo. */
export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  id: number;
  title: string;
  description?: string | undefined;
  destructive: boolean;
  actions: ToastAction[];
}

/** One at a time (§9): a new toast replaces the old one. */
export const currentToast = createStore<Toast | null>(null);
let count = 0;

export function toast(title: string, description?: string, ...actions: ToastAction[]): void {
  currentToast.set({ id: ++count, title, description, destructive: false, actions });
}

/**
 * Reports a failure: screen readers announce it at once, and it has the color of errors.
 * @param why a sentence, or the error.
 */
export function toastProblem(title: string, why?: unknown, ...actions: ToastAction[]): void {
  if (why instanceof Error && !(why instanceof ReadableError)) console.warn(`${title}:`, why);
  const description = why === undefined || typeof why === 'string' ? why : sentenceOf(why);
  currentToast.set({ id: ++count, title, description, destructive: true, actions });
}
