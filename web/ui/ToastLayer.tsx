import { useEffect } from 'react';
import { useStore } from '../lib/store.ts';
import { lazyLayer } from './lazy-layer.tsx';
import { currentToast } from './toasts.ts';

const ToastViewport = lazyLayer(() => import('./ToastViewport.tsx'));

/** How long after the page the viewport is loaded, so that it is there even if the connection is lost; ms. */
const PRELOAD_DELAY = 1000;

/** Where toasts appear. */
export function ToastLayer() {
  const toast = useStore(currentToast);
  useEffect(() => {
    const timer = setTimeout(ToastViewport.preload, PRELOAD_DELAY);
    return () => clearTimeout(timer);
  }, []);
  return toast && <ToastViewport toast={toast} />;
}
