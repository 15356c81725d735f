import { type LanguageCode, languages } from 'contract/languages.ts';

/**
 * Names a page's language, the file of its texts, and the same page in the other languages.
 * @param files the paths of the site's files.
 */
export function inLanguage(
  html: string,
  language: LanguageCode,
  offered: readonly LanguageCode[],
  files: Iterable<string>,
): string {
  const isChosen = offered.length > 1;
  if (language === 'en' && !isChosen) return html;
  const texts = [...files].find((file) => file.startsWith(`/assets/texts-${language}-first-`));
  return html
    .replace(
      '<html lang="en"',
      `<html lang="${language}" dir="${languages[language].dir}"${isChosen ? ` data-languages="${offered.join(' ')}"` : ''}`,
    )
    .replace('<meta charset="utf-8" />', (charset) =>
      texts ? `${charset}<link rel="preload" as="fetch" crossorigin data-texts href="${texts}" />` : charset,
    )
    .replace(/<link rel="canonical" href="([^"?]+)" \/>/, (link, url) => {
      if (!isChosen) return link;
      const alternates = offered.map(
        (code) => `<link rel="alternate" hreflang="${code}" href="${url}?lang=${code}" />`,
      );
      // The plain address is the first language's, for those whose own is not offered.
      const own = language === offered[0] ? url : `${url}?lang=${language}`;
      return `<link rel="canonical" href="${own}" />${alternates.join('')}<link rel="alternate" hreflang="x-default" href="${url}" />`;
    });
}
