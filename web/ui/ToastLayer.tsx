import { useSyncExternalStore } from 'react';
import { lazy } from '../lib/lazy.ts';
import { Later } from './Later.tsx';
import { toasts } from './toasts.ts';

const ToastViewport = lazy(() => import('./ToastViewport.tsx'));

/** Where toasts appear; what draws them is loaded with the first. */
export function ToastLayer() {
  const toast = useSyncExternalStore(toasts.listen, toasts.current, toasts.current);
  return toast && <Later>{<ToastViewport toast={toast} />}</Later>;
}
