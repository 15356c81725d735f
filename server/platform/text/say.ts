import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type LanguageCode, languages } from 'contract/languages.ts';
import { fillMessage, type Message, type Texts, type Values } from 'contract/text/messages.ts';

/** The translations that the build wrote. Without them, everything is in English. */
const folder = path.join(import.meta.dirname, '../../dist/texts');

const known = new Map<string, Texts>();

function textsOf(language: string): Texts {
  const texts = known.get(language) ?? readTexts(path.join(folder, `${language}.json`));
  known.set(language, texts);
  return texts;
}

/** Sets the translations of a language, for tests: they need no build. */
export const setTexts = (language: string, texts: Texts): void => void known.set(language, texts);

const readTexts = (file: string): Texts =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Texts) : {};

/**
 * Says an English message in a language, with its values: `say(language, 'You have {n} credits.', { n })`. Write the
 * message out: `npm run locales` finds it by the call.
 * @param language one of `contract/languages.ts`.
 */
export const say = (language: string, message: string | Message, values?: Values): string =>
  fillMessage(
    language,
    language === 'en' ? {} : textsOf(language),
    typeof message === 'string' ? { message, ...(values && { values }) } : message,
  );

/** Keeps what people write apart from the words around it where those run from right to left. */
export const apart = (language: LanguageCode, text: string): string =>
  languages[language].dir === 'rtl' ? `\u2068${text}\u2069` : text;

/** Says a moment in UTC, since its reader may be in any time zone. @param at epoch ms. */
export const sayTime = (language: LanguageCode, at: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at);

/** The time of day: "18:30". */
export const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
