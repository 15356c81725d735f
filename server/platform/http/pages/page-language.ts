import { type LanguageCode, languages } from 'contract/languages.ts';
import { escapeHtml } from 'contract/text/html.ts';
import { message } from 'contract/text/messages.ts';
import { say } from '../../text/say.ts';
import { type Brand, OVATION } from './brand.ts';

/** A page's language among those that are offered. */
export interface PageLanguage {
  language: LanguageCode;
  offered: readonly LanguageCode[];
}

/** Returns a page's URL in a language. The plain one is the first language's, for those whose own is not offered. */
export const addressIn = (url: string, language: LanguageCode, offered: readonly LanguageCode[]) =>
  language === offered[0] ? url : `${url}${url.includes('?') ? '&' : '?'}lang=${language}`;

/**
 * Names a page's language and the file of its texts.
 * @param files the paths of the site's files.
 */
export function inLanguage(
  html: string,
  { language, offered }: PageLanguage,
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
    );
}

const DESCRIPTION = message(
  'AI music that the crowd calls for: listen, ask for a song, vote, and hear it made.',
);
const NEW = (site: string) => message('New on {site}', { site });
const NO_SCRIPT = (site: string) =>
  message(
    '{site} needs JavaScript for this. <0>Genres</0>, <1>charts</1> and songs can be heard without it.',
    {
      site,
    },
  );

/** The built page with what it says before anything is put into it, in another language. */
export function templateIn(
  template: string,
  { language, offered }: PageLanguage,
  { name, tagline, links }: Brand,
) {
  if (language === 'en' && offered[0] === 'en') return template;
  const translate = (text: Parameters<typeof say>[1]) => escapeHtml(say(language, text));
  const linked = (path: string) => `href="${escapeHtml(addressIn(path, language, offered))}"`;
  const said = translate(tagline);
  let page = template.replaceAll(/href="(\/(?:feeds\/new\.\w+|manifest\.webmanifest))"/g, (_, path: string) =>
    linked(path),
  );
  if (tagline === OVATION.tagline && language !== 'en')
    page = page
      .replaceAll(`"${tagline}"`, () => `"${said}"`)
      .replace(`"${DESCRIPTION.message}"`, () => `"${translate(DESCRIPTION)}"`)
      .replace(/<title>[^<]*/, () => `<title>${escapeHtml(name)} – ${said.replace(/[.。]$/, '')}`);
  for (const { label } of links) page = page.replace(`>${label}</a>`, () => `>${translate(label)}</a>`);
  return page
    .replaceAll(`"New on ${escapeHtml(name)}"`, () => `"${translate(NEW(name))}"`)
    .replace(/<noscript><p>.*?<\/p>/s, () => {
      const words = translate(NO_SCRIPT(name)).replace(/&#60;(\/?)([01])&#62;/g, (_, close, link) =>
        close ? '</a>' : `<a ${linked(link === '0' ? '/genres' : '/charts')}>`,
      );
      return `<noscript><p>${words}</p>`;
    });
}

/** The names of the installed app's shortcuts are those of the pages: the translations come with these. */
export function manifestIn(manifest: string, language: LanguageCode): string {
  const all = JSON.parse(manifest);
  const shortcuts = all.shortcuts.map((one: { name: string }) => ({ ...one, name: say(language, one.name) }));
  const { dir } = languages[language];
  return JSON.stringify({
    ...all,
    description: say(language, all.description),
    lang: language,
    dir,
    shortcuts,
  });
}
