import { Problem } from 'contract/errors.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { escapeXml } from '../../platform/http/pages/xml.ts';
import { say } from '../../platform/text/say.ts';

/** OpenSubsonic's codes for the reasons of a failure. */
const REASONS = {
  generic: 0,
  missing: 10,
  wrongPassword: 40,
  noSuchMechanism: 42,
  conflict: 43,
  wrongKey: 44,
  notAllowed: 50,
  notFound: 70,
} as const;

/** A failure that the player is told, under HTTP 200. Its own are about the protocol, and in English. */
export class Refusal extends Error {
  readonly reason: keyof typeof REASONS;
  constructor(reason: keyof typeof REASONS, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A failure of Ovation's own rules in OpenSubsonic's words; undefined if it is another one. */
export function refusalOf(error: unknown, language: LanguageCode): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Problem)) return undefined;
  const words = say(language, error.words);
  if (error.code === 'unauthorized') return new Refusal('wrongPassword', words);
  if (error.code === 'not_found') return new Refusal('notFound', words);
  if (error.status === 403 || error.code === 'limit_reached') return new Refusal('notAllowed', words);
  return new Refusal('generic', words);
}

export type Value = string | number | boolean | undefined | Fields | readonly (Fields | string | number)[];
/** An element: its attributes, and the elements in it. An array stays one, however few elements it has. */
export interface Fields {
  [name: string]: Value;
}

export type Format = 'json' | 'xml';

const TYPES = { json: 'application/json; charset=utf-8', xml: 'application/xml; charset=utf-8' };

/** The envelope of an answer. Clients refuse versions that they do not know. */
export function envelope(format: Format, content: Fields, failure?: Refusal, helpUrl?: string) {
  const root: Fields = {
    status: failure ? 'failed' : 'ok',
    version: '1.16.1',
    type: 'ovation',
    serverVersion: '1',
    openSubsonic: true,
    ...(failure && { error: { code: REASONS[failure.reason], message: failure.message, helpUrl } }),
    ...content,
  };
  const text =
    format === 'json'
      ? JSON.stringify({ 'subsonic-response': root })
      : `<?xml version="1.0" encoding="UTF-8"?>\n${toXml('subsonic-response', { xmlns: 'http://subsonic.org/restapi', ...root })}`;
  return { type: TYPES[format], text };
}

/** Texts that the schema of Subsonic has as elements; all other single values are attributes. */
const ELEMENTS = new Set([
  'biography',
  'notes',
  'musicBrainzId',
  'lastFmUrl',
  'smallImageUrl',
  'mediumImageUrl',
  'largeImageUrl',
]);

/** An element in XML. `value` is its text, or an attribute beside elements. */
function toXml(name: string, fields: Fields): string {
  let attributes = '';
  let inner = '';
  const isLeaf = !Object.values(fields).some((value) => typeof value === 'object');
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) inner += value.map((one) => childXml(key, one)).join('');
    else if (typeof value === 'object') inner += toXml(key, value as Fields);
    else if (key === 'value' && isLeaf) inner += escapeXml(String(value));
    else if (ELEMENTS.has(key)) inner += childXml(key, String(value));
    // Line breaks in attributes would be read as spaces.
    else
      attributes += ` ${key}="${escapeXml(String(value)).replace(/[\n\r\t]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"`;
  }
  return inner === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${inner}</${name}>`;
}

const childXml = (name: string, value: Fields | string | number) =>
  typeof value === 'object' ? toXml(name, value) : `<${name}>${escapeXml(String(value))}</${name}>`;
