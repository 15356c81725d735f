import type { ComponentType } from 'react';

/** The module of a page. */
export interface PageModule {
  default: ComponentType;
  /** Loads what its first view needs besides. */
  prepare?: () => Promise<void>;
  /** Query that the server loads for it. The subject is the address's second part: an id or a slug. */
  query?: (subject: string, search: URLSearchParams) => { queryKey: readonly unknown[] };
  /** The parts of what the server loads, with the key of each part's query, for a page with several. */
  entries?: (data: never) => readonly (readonly [queryKey: readonly unknown[], data: unknown])[];
}

export type LoadPage = () => Promise<PageModule>;

let load: (path: string) => Promise<unknown> | undefined = () => undefined;

/** Registers how the code of the page at a path is loaded, so that links can preload it. */
export function setPageLoaders(loadAt: typeof load): void {
  load = loadAt;
}

/** Preloads the page of a URL. A failure is handled when a person navigates to it. */
export function loadPage(href: string): void {
  load(href.split(/[?#]/)[0]!)?.catch(() => {});
}
