import type { LanguageCode } from 'contract/languages.ts';
import type { FastifyRequest } from 'fastify';
import { say } from '../../../platform/text/say.ts';
import type { Guard } from './guard.ts';

/** The caller's address and device, and the guard that limits its attempts. */
export interface Client {
  guard: Guard;
  ip: string;
  device: string | null;
}

export const clientOf = (guard: Guard, request: FastifyRequest): Client => ({
  guard,
  ip: request.ip,
  device: deviceOf(request.headers['user-agent']),
});

const BROWSERS: readonly [RegExp, string][] = [
  // The more specific ones first: they also claim to be Chrome or Safari.
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * A User-Agent header in words: "Firefox on Linux". Only these words are stored, not the header, which identifies
 * people. English is stored.
 * @returns null if neither browser nor system is known.
 */
export function deviceOf(userAgent: string | undefined, language: LanguageCode = 'en'): string | null {
  const find = (list: readonly [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)];
  return browser && system
    ? say(language, '{browser} on {system}', { browser, system })
    : (browser ?? system ?? null);
}
