/** Scrolls the list until the open parent and as many of its sub-genres as fit are visible. */
export function revealSubGenres(list: HTMLElement): void {
  const parent = list.querySelector('[aria-expanded=true]');
  if (!parent) return;
  let last = parent;
  while (last.nextElementSibling?.getAttribute('aria-level') === '2') last = last.nextElementSibling;
  const edge = list.getBoundingClientRect().top - list.scrollTop;
  const top = parent.getBoundingClientRect().top - edge;
  const end = last.getBoundingClientRect().bottom - edge;
  list.scrollTop = Math.min(top, Math.max(list.scrollTop, end - list.clientHeight));
}
