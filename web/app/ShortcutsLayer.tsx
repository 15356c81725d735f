import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { shortcuts } from './shortcuts.ts';

const ShortcutsSheet = lazy(() => import('./ShortcutsSheet.tsx'));

/** Opens the sheet of keys for `?` and for the menu's entry. */
export default function ShortcutsLayer() {
  const shown = useSyncExternalStore(shortcuts.listen, shortcuts.value, shortcuts.value);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const writing = (event.target as Element).closest?.('input, textarea, select, [contenteditable]');
      if (event.key === '?' && !writing) shortcuts.open(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return shown && <Suspense>{<ShortcutsSheet />}</Suspense>;
}
