/**
 * The server rendered Explore's first view, whose search takes input before the script has loaded. Moves what was
 * typed into the address, where the real field reads it. Call this before the first render.
 */
export function takeOver(root: HTMLElement): void {
  root.removeAttribute('data-picture');
  const field = root.querySelector<HTMLInputElement>('input[type="search"]');
  const typed = field?.value.trim();
  if (typed) history.replaceState(history.state, '', `/?q=${encodeURIComponent(typed)}`);
  if (field && document.activeElement === field) {
    requestAnimationFrame(() => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus());
  }
}
