import { permanent } from '../lib/storage.ts';

export const themes = ['system', 'dark', 'light'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'ovation.theme';

/** The chosen theme. A script in index.html has applied it before the first paint. */
export function chosenTheme(): Theme {
  const stored = permanent.get(KEY);
  return stored === 'dark' || stored === 'light' ? stored : 'system';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    permanent.remove(KEY);
    delete document.documentElement.dataset.theme;
  } else {
    permanent.set(KEY, theme);
    document.documentElement.dataset.theme = theme;
  }
}
