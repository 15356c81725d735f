/**
 * The page's first picture of Explore was drawn by the server, and takes input before the script is there:
 * what was typed into its search goes into the address, where the real field finds it. To be called before the
 * script draws.
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
