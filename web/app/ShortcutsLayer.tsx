import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useStore } from '../lib/store.ts';
import { lazyLayer } from '../ui/lazy-layer.tsx';
import { shortcuts } from './shortcuts.ts';

const ShortcutsSheet = lazyLayer(() => import('./ShortcutsSheet.tsx'));

/** Handles `/`, which focuses the page's search or Explore's, and `?`, which lists the shortcuts. */
export default function ShortcutsLayer() {
  const open = useStore(shortcuts);
  const [, navigate] = useLocation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest?.('input, textarea, select, [contenteditable]');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '?') shortcuts.set(true);
      if (event.key !== '/' || event.defaultPrevented || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      if (focusSearch()) return;
      navigate('/');
      requestAnimationFrame(focusSearch);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
  return open && <ShortcutsSheet />;
}

/** @returns whether the page has a search field. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  return field !== null;
}
