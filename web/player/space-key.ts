import type { Player } from './player.ts';

/** Elements that use the space key themselves. */
const USES_SPACE =
  'input, textarea, select, button, a, summary, audio, video, [contenteditable], [role^="menu"], [role="slider"], [role="checkbox"], [role="switch"], [role="radio"], [role="tab"], [role="listbox"], [role="option"]';

/** Whether the space key was pressed and nothing else uses it. */
export function isFreeSpace(event: KeyboardEvent): boolean {
  if (event.key !== ' ' || event.defaultPrevented) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target as Element | null)?.closest?.(USES_SPACE);
}

/**
 * Makes the space key play and pause, unless the focused element uses it.
 * @returns a function that removes the key.
 */
export function bindSpaceKey(player: Player): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!isFreeSpace(event) || !player.state().song) return;
    event.preventDefault();
    player.toggle();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
