import { useEffect } from 'react';
import { useStore } from '../../lib/store.ts';
import { searching } from '../../ui/forms/searching.ts';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';

const SearchDialog = lazyLayer(() => import('./SearchDialog.tsx'));

/** The search over everything, which Ctrl+K or Cmd+K opens, also while typing. */
export function SearchLayer() {
  const open = useStore(searching);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector('[role=dialog]')) searching.set(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return open && <SearchDialog onClose={() => searching.set(false)} />;
}
