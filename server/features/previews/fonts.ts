import { openLettering } from './lettering.ts';

const fontFiles = (font: string, weight: number) =>
  ['latin', 'latin-ext'].map((set) => `@fontsource/${font}/files/${font}-${set}-${weight}-normal.woff`);

export const headings = openLettering(fontFiles('bricolage-grotesque', 700));
export const text = openLettering(fontFiles('instrument-sans', 500));
