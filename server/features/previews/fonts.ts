import { openLettering } from './lettering.ts';

const fontFiles = (font: string, weight: number, sets: string[]) =>
  sets.map((set) => `@fontsource/${font}/files/${font}-${set}-${weight}-normal.woff`);

const LATIN = ['latin', 'latin-ext'];
/** Manrope stands in for words in scripts that our fonts lack. */
const MORE = [...LATIN, 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'];

export const headings = openLettering(
  fontFiles('bricolage-grotesque', 700, [...LATIN, 'vietnamese']),
  fontFiles('manrope', 700, MORE),
);
export const text = openLettering(fontFiles('instrument-sans', 500, LATIN), fontFiles('manrope', 500, MORE));
