import { type LanguageCode, languageCodes } from 'contract/languages.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The reader's language. Undefined for errors before routing. */
    language?: LanguageCode;
  }
}

/** Longer headers are ignored from here on, characters. */
const HEADER_MAX = 500;
const LANGUAGE_RANGE = /^([a-z]{1,8}(?:-[a-z\d]{1,8}){0,4})(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/i;
const LANGUAGE_COOKIE = /(?:^|;\s*)language=([\w-]{2,12})(?:;|$)/;
/** Chinese that is written in traditional characters. */
const TRADITIONAL = /^zh-(hant|tw|hk|mo)\b/i;

export interface Languages {
  /** Those that a browser's header finds and that people are shown to choose from. */
  offered: readonly LanguageCode[];
  /** Those that `?lang=` and the cookie find. */
  known: readonly LanguageCode[];
  /** The language of those whose own is not offered. */
  site: LanguageCode;
}

/** Notes the language of each request. */
export function noteLanguage(server: FastifyInstance, languages: Languages) {
  server.addHook('onRequest', (request, _reply, done) => {
    request.language = languageOf(request, languages) ?? languages.site;
    done();
  });
}

/** The language that a request asks for: by `?lang=`, by the cookie of the choice, or by its header. */
export function languageOf(
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
  { offered, known }: Omit<Languages, 'site'>,
): LanguageCode | undefined {
  const { lang } = query as { lang?: unknown };
  const chosen = LANGUAGE_COOKIE.exec(headers.cookie ?? '')?.[1];
  return (
    known.find((code) => code === lang) ??
    known.find((code) => code === chosen) ??
    acceptedLanguage(headers['accept-language'] ?? '', offered)
  );
}

function acceptedLanguage(header: string, offered: readonly LanguageCode[]): LanguageCode | undefined {
  const wanted = header
    .slice(0, HEADER_MAX)
    .split(',')
    .flatMap((part) => {
      const [, range, quality = '1'] = LANGUAGE_RANGE.exec(part.trim()) ?? [];
      return range && Number(quality) > 0 ? [{ range: range.toLowerCase(), quality: Number(quality) }] : [];
    })
    .sort((a, b) => b.quality - a.quality);
  for (const { range } of wanted) {
    const base = range.split('-')[0];
    const found =
      offered.find((code) => code.toLowerCase() === range) ??
      (TRADITIONAL.test(range) ? undefined : offered.find((code) => code.split('-')[0] === base));
    if (found) return found;
  }
  return undefined;
}

/** Tells whether a text names a language of the page. */
export const isLanguage = (text: string): text is LanguageCode =>
  (languageCodes as readonly string[]).includes(text);
