/** Makes everything on the page inert except an element and what contains it. Returns what undoes it. */
export function isolate(element: HTMLElement): () => void {
  const silenced: HTMLElement[] = [];
  for (let inner: HTMLElement | null = element; inner && inner !== document.body; inner = inner.parentElement)
    for (const sibling of inner.parentElement?.children ?? [])
      if (sibling !== inner && sibling instanceof HTMLElement && !sibling.inert && !sibling.ariaLive) {
        sibling.inert = true;
        silenced.push(sibling);
      }
  return () => {
    for (const sibling of silenced) sibling.inert = false;
  };
}
