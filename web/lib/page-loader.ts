type Load = () => Promise<unknown>;

let loaders: { matches: (path: string) => boolean; load: Load }[] = [];

/** Registers how each page's code is loaded, so that links can preload it. */
export function setPageLoaders(table: typeof loaders): void {
  loaders = table;
}

/** Preloads the page of an address. A failure is handled when a person navigates to it. */
export function loadPage(href: string): void {
  const path = href.split(/[?#]/)[0]!;
  loaders
    .find((entry) => entry.matches(path))
    ?.load()
    .catch(() => {});
}
