import type { LanguageCode } from 'contract/languages.ts';
import { expect, it } from 'vitest';
import { acceptedLanguage, chosenLanguage, memberLanguage } from './language.ts';
import { OVATION } from './pages/brand.ts';
import { withHead } from './pages/page-head.ts';
import { inLanguage } from './pages/page-language.ts';

const offered: LanguageCode[] = ['en', 'de', 'pt-BR', 'zh-Hans', 'ar'];
const known = [...offered, 'ko' as const];
const accepted = (header: string) => acceptedLanguage({ headers: { 'accept-language': header } }, offered);

it.each([
  ['de', 'de'],
  ['de-CH, en;q=0.8', 'de'],
  ['EN-gb', 'en'],
  ['fr, pt-PT;q=0.5, en;q=0.7', 'en'],
  ['pt', 'pt-BR'],
  ['zh-CN', 'zh-Hans'],
  ['zh-TW', undefined],
  ['zh-TW, ar;q=0.1', 'ar'],
  ['de;q=0, ar', 'ar'],
  ['ko', undefined],
  ['*', undefined],
  ['', undefined],
  [';;,=,de-,q=1, \u0000', undefined],
  [`${'x-'.repeat(5000)}, de`, undefined],
])('%j asks for %s', (header, language) => expect(accepted(header)).toBe(language));

it('an unfinished language is found by those who ask for it by name', () => {
  expect(chosenLanguage({ query: { lang: 'ko' }, headers: {} }, known)).toBe('ko');
});

it('the address goes before the choice', () => {
  const headers = { cookie: 'a=b; language=ar' };
  expect(chosenLanguage({ query: {}, headers }, known)).toBe('ar');
  expect(chosenLanguage({ query: { lang: 'pt-BR' }, headers }, known)).toBe('pt-BR');
  expect(chosenLanguage({ query: { lang: ['de', 'x'] }, headers }, known)).toBe('ar');
  expect(chosenLanguage({ query: { lang: 'tlh' }, headers: { cookie: 'language=tlh' } }, known)).toBe(
    undefined,
  );
});

it('a member whose language is not offered any more reads the first one', () => {
  const languages = ['en', 'de'] as const;
  const read = (setting: string | null) => memberLanguage({ languages }, setting);
  expect([read('de'), read('fr'), read('?'), read(null)]).toEqual(['de', 'en', 'en', 'en']);
  expect(memberLanguage({ languages }, null, 'de')).toBe('de');
});

it('a page names its language, with the others beside it where there are any', () => {
  const page = '<html lang="en"><meta charset="utf-8" /></html>';
  const files = ['/assets/texts-de-first-x.json'];
  expect(inLanguage(page, { language: 'en', offered: ['en'] }, files)).toBe(page);
  // Where German is the only one, and where a translator asks for it.
  for (const offered of [['de'], ['en']] as LanguageCode[][]) {
    const html = inLanguage(page, { language: 'de', offered }, files);
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html).toContain('data-texts href="/assets/texts-de-first-x.json"');
  }
  const html = inLanguage(page, { language: 'ar', offered: ['de', 'ar'] }, files);
  expect(html).toContain('<html lang="ar" dir="rtl" data-languages="de ar">');
});

it('a head names the same page, its feeds and its picture in each language', () => {
  const about = { title: 'Charts', description: 'What people hear.', path: '/charts?chart=month' };
  const head = { ...about, feed: { title: 'Charts', path: '/feeds/new' }, image: '/social/a.jpg?v=1' };
  const tags = (language: LanguageCode, offered: LanguageCode[]) =>
    withHead('<!-- about --><!-- /about -->', 'https://o.test', OVATION, { language, offered }, head);
  const arabic = tags('ar', ['de', 'ar']);
  for (const tag of [
    '<link rel="canonical" href="https://o.test/charts?chart=month&#38;lang=ar" />',
    '<link rel="alternate" hreflang="de" href="https://o.test/charts?chart=month" />',
    '<link rel="alternate" hreflang="x-default" href="https://o.test/charts?chart=month" />',
    'href="https://o.test/feeds/new.xml?lang=ar"',
    '<meta property="og:image" content="https://o.test/social/a.jpg?v=1&#38;lang=ar" />',
    '<meta property="og:url" content="https://o.test/charts?chart=month&#38;lang=ar" />',
    '<meta property="og:locale" content="ar_EG" />',
  ])
    expect(arabic).toContain(tag);
  expect(tags('de', ['de', 'ar'])).toContain('rel="canonical" href="https://o.test/charts?chart=month" />');
  expect(tags('en', ['en'])).not.toMatch(/hreflang|lang=|og:locale/);
});
