import type { Context } from '../context.ts';

/** Tells whoever watches the board that requests have changed; to be called when the transaction has ended. */
export function announce(_c: Context, ..._ids: string[]): void {}
