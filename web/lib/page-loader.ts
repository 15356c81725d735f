type Load = () => Promise<unknown>;

let loaders: { matches: (path: string) => boolean; load: Load }[] = [];

/** The app says once how each page's code is loaded, so that links can do so ahead. */
export function setPageLoaders(table: typeof loaders): void {
  loaders = table;
}

/** Begins to load the page an address leads to; a failure is met when one really goes there. */
export function loadPage(href: string): void {
  const path = href.split(/[?#]/)[0]!;
  loaders
    .find((entry) => entry.matches(path))
    ?.load()
    .catch(() => {});
}
