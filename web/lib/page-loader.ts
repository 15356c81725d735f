let load: (path: string) => Promise<unknown> | undefined = () => undefined;

/** Registers how the code of the page at a path is loaded, so that links can preload it. */
export function setPageLoaders(loadAt: typeof load): void {
  load = loadAt;
}

/** Preloads the page of a URL. A failure is handled when a person navigates to it. */
export function loadPage(href: string): void {
  load(href.split(/[?#]/)[0]!)?.catch(() => {});
}
