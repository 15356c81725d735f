import type { LanguageCode } from 'contract/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { varyBy } from './cors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The reader's language. Undefined for errors before routing. */
    language?: LanguageCode;
    /** True if the address or the cookie of the choice names it: then it goes before a member's setting. */
    asksForLanguage?: boolean;
  }
  interface FastifyInstance {
    /** The languages that are offered. */
    languages: readonly LanguageCode[];
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
  server.decorate('languages', offered);
  server.addHook('onRequest', (request, _reply, done) => {
    const chosen = chosenLanguage(request, known);
    request.asksForLanguage = chosen !== undefined;
    request.language = chosen ?? acceptedLanguage(request, offered) ?? offered[0]!;
    done();
  });
}

/** The languages that are offered to readers of an answer; English on a server that notes none. */
const offeredTo = ({ server }: FastifyReply): readonly LanguageCode[] =>
  server.hasDecorator('languages') ? server.languages : ['en'];

/** The language of the reader of an answer, also of an error before routing. */
export function languageFor(reply: FastifyReply): LanguageCode {
  const offered = offeredTo(reply);
  return reply.request.language ?? acceptedLanguage(reply.request, offered) ?? offered[0]!;
}

/** Tells caches what the language of an answer depends on, where there are several. */
export function varyByLanguage(reply: FastifyReply): void {
  const offered = offeredTo(reply);
  if (offered.length > 1 || languageFor(reply) !== offered[0])
    for (const by of ['accept-language', 'cookie', 'authorization']) varyBy(reply, by);
}

/** The language that a request names, by `?lang=` or by the cookie of the choice. */
export function chosenLanguage(
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
  known: readonly LanguageCode[],
): LanguageCode | undefined {
  const { lang } = query as { lang?: unknown };
  const chosen = LANGUAGE_COOKIE.exec(headers.cookie ?? '')?.[1];
  return known.find((code) => code === lang) ?? known.find((code) => code === chosen);
}

/**
 * The language in which a member reads: the one they chose, if it is still offered.
 * @param otherwise without one; by default that of the site.
 */
export const memberLanguage = (
  { languages }: Pick<Context, 'languages'>,
  setting: string | null,
  otherwise: LanguageCode = languages[0]!,
): LanguageCode => languages.find((code) => code === setting) ?? otherwise;

/** The language that a browser asks for by its header. */
export function acceptedLanguage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  offered: readonly LanguageCode[],
): LanguageCode | undefined {
  const header = headers['accept-language'] ?? '';
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
