import { switchStore } from '../ui/switch-store.ts';

/** The sheet of keys. */
export const shortcuts = switchStore<true>();
