export const themes = ['system', 'dark', 'light'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'ovation.theme';

/** The chosen theme; the page's first script has set it before anything was drawn. */
export function chosenTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'dark' || kept === 'light' ? kept : 'system';
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(KEY, theme);
    document.documentElement.dataset.theme = theme;
  }
}
