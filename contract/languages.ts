/** A language of the page. */
export interface Language {
  /** Its name in itself. */
  name: string;
  dir: 'ltr' | 'rtl';
}

/** The languages by their code (BCP 47), in the order in which they are offered. English is the source. */
export const languages = {
  en: { name: 'English', dir: 'ltr' },
  de: { name: 'Deutsch', dir: 'ltr' },
  fr: { name: 'Français', dir: 'ltr' },
  es: { name: 'Español', dir: 'ltr' },
  'pt-BR': { name: 'Português (Brasil)', dir: 'ltr' },
  it: { name: 'Italiano', dir: 'ltr' },
  pl: { name: 'Polski', dir: 'ltr' },
  tr: { name: 'Türkçe', dir: 'ltr' },
  ja: { name: '日本語', dir: 'ltr' },
  'zh-Hans': { name: '简体中文', dir: 'ltr' },
  ko: { name: '한국어', dir: 'ltr' },
  ar: { name: 'العربية', dir: 'rtl' },
  /** English with accents and brackets, made by the build, to find what is not translated. Not in production. */
  'en-XA': { name: '[Þšéûðö]', dir: 'ltr' },
} as const satisfies Record<string, Language>;

export type LanguageCode = keyof typeof languages;

export const languageCodes = Object.keys(languages) as LanguageCode[];

/** The languages that people translate into. */
export const translated = languageCodes.filter(
  (code): code is Exclude<LanguageCode, 'en' | 'en-XA'> => code !== 'en' && code !== 'en-XA',
);
