import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useStore } from '../lib/store.ts';
import { lazyLayer } from '../ui/lazy-layer.tsx';
import { shortcuts } from './shortcuts.ts';

const ShortcutsSheet = lazyLayer(() => import('./ShortcutsSheet.tsx'));

/** `/` leads to the page's search, or to Explore's; `?` and the menu's entry open the sheet of keys. */
export default function ShortcutsLayer() {
  const shown = useStore(shortcuts);
  const [, navigate] = useLocation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const writing = (event.target as Element).closest?.('input, textarea, select, [contenteditable]');
      if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
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
  return shown && <ShortcutsSheet />;
}

/** @returns whether the page has a search. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  return field !== null;
}
