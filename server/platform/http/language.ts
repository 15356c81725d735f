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

/**
 * Notes the language of each request.
 * @param offered those that a browser's header finds; the first is that of people whose own is not among them.
 * @param known those that `?lang=` and the cookie find.
 */
export function noteLanguage(
  server: FastifyInstance,
  offered: readonly LanguageCode[],
  known: readonly LanguageCode[],
) {
  server.addHook('onRequest', (request, _reply, done) => {
    request.language = languageOf(request, offered, known) ?? offered[0]!;
    done();
  });
}

/** The language that a request asks for: by `?lang=`, by the cookie of the choice, or by its header. */
export function languageOf(
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
  offered: readonly LanguageCode[],
  known: readonly LanguageCode[],
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
