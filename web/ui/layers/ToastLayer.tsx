import { useEffect } from 'react';
import { useStore } from '../../lib/store.ts';
import { lazyLayer } from './lazy-layer.tsx';
import { currentToast } from './toasts.ts';

const ToastViewport = lazyLayer(() => import('./ToastViewport.tsx'));

/** The viewport loads this long after the page, so that it can show a lost connection; ms. */
const PRELOAD_DELAY = 1000;

/** Shows the current toast. */
export function ToastLayer() {
  const toast = useStore(currentToast);
  useEffect(() => {
    const timer = setTimeout(ToastViewport.preload, PRELOAD_DELAY);
    return () => clearTimeout(timer);
  }, []);
  return toast && <ToastViewport toast={toast} />;
}
