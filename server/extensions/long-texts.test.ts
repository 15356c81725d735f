import { endpoints } from 'contract/api.ts';
import { Problem } from 'contract/errors.ts';
import { toOneLine } from 'contract/fields.ts';
import { fold, wordsOf } from 'contract/text/fold.ts';
import { escapeHtml } from 'contract/text/html.ts';
import { tidyLyrics } from 'contract/text/lyrics.ts';
import { keyName, name as tagName } from 'music/analysis/tags.ts';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { labelOf } from '../features/accounts/login/login-provider.ts';
import { usernamesFor } from '../features/accounts/profile.ts';
import { deviceOf } from '../features/accounts/proof/client.ts';
import { callStripe } from '../features/payments/stripe.ts';
import { toReference } from '../features/playlists/files/file-entries.ts';
import { parsePlaylistFile } from '../features/playlists/files/import.ts';
import { searchText } from '../features/tracks/names.ts';
import { accepts } from '../platform/http/compress.ts';
import { escapeXml } from '../platform/http/pages/xml.ts';
import { displayName } from '../platform/http/requests/receive-file.ts';
import { messageOf } from '../platform/recent-errors.ts';
import { readXml } from '../platform/text/read-xml.ts';
import { keyRelation } from './discovery/similarity.ts';
import { plainText, promptOf, sungLyrics, withoutNames } from './studio/generators/prompt.ts';
import { refusal, withWords } from './studio/generators/refusal.ts';
import { cleanFacts } from './studio/takes/facts.ts';
import { fakeFacts } from './studio/testing/fake-generator.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A pattern whose time grows with the square of the text needs minutes for each of them; one pass takes some tens of ms. */
const MOST_MS = 20_000;

const texts = [
  ['2 MB of one word', 'A'.repeat(2_000_000)],
  ['2 MB of spaces', ' '.repeat(2_000_000)],
  ['2 MB of @', '@'.repeat(2_000_000)],
  ['2 MB of <', '<'.repeat(2_000_000)],
  ...['.', 'a-', 'a@b.', 'a.com.', 'a://', 'key ', '[00:', '🔥', '\u0316\u0301'].map((piece) => [
    `500 KB of ${JSON.stringify(piece)}`,
    piece.repeat(500_000 / piece.length),
  ]),
] as [string, string][];

const spec = { title: '', genre: 'jazz', prompt: '', seconds: 2, seed: 1, number: 1 };

/** A file may also be refused. */
function parseAny(file: string): void {
  try {
    parsePlaylistFile(Buffer.from(file));
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
  }
}

/** Everything that takes a text which somebody else wrote, and that the server reads before or after it is bounded. */
const readers: Record<string, (text: string) => unknown> = {
  // From a generator.
  'the words of a refusal': (text) => refusal('Somebody', 400, text),
  'the words of a failure': (text) => withWords('It failed', text),
  'plain text': plainText,
  'a prompt': (text) => promptOf({ genre: 'jazz', prompt: text }, 1000),
  'a description without names': (text) => withoutNames(text, ['Ilse of A-ha', 'person-1']),
  'sung lyrics': sungLyrics,
  'one line': (text) => toOneLine(text, 2000),
  'facts of a take': (text) =>
    cleanFacts({
      ...fakeFacts(spec),
      ...{ model: text, version: text, prompt: text, rights: text, account: text, musical_key: text },
      lyrics: text,
    }),
  'a fault in the log': (text) => messageOf(new Error(text)),
  // From a login provider.
  'a label': (text) => labelOf(text),
  // From a payment provider.
  'a refused card': (text) =>
    callStripe(async () => {
      throw Object.assign(new Error(text), { type: 'StripeCardError' });
    }).catch(() => {}),
  // From a file.
  'a tag': tagName,
  'a key': keyName,
  'a key from the catalogue': (text) => keyRelation(text, `A${text}`),
  'a file name': displayName,
  'names in a playlist file': (text) => toReference({ title: text, artist: '', label: text, path: text }),
  'a playlist file': (text) => parsePlaylistFile(Buffer.from(`#EXTM3U\n#EXTINF:1,${text}\n${text}\n`)),
  'a playlist file of JSON': (text) =>
    parsePlaylistFile(
      Buffer.from(JSON.stringify({ playlist: { title: text, annotation: text, track: [] } })),
    ),
  'lines of a playlist file': (text) => parseAny(`${text}\n${text}.mp3`),
  'a playlist file of Winamp': (text) => parseAny(`[playlist]\nFile1=${text}\nTitle1=${text}\n${text}`),
  'a playlist file of columns': (text) => parseAny(`${'Name\t'.repeat(9)}\n${text}\t${text}`),
  'a playlist file of iTunes': (text) => parseAny(`<!DOCTYPE p [${text}]><plist><key>${text}</key></plist>`),
  'a document type': (text) => parseAny(`<!DOCTYPE ${text}`),
  'a text in XML': (text) => readXml(`<a b="${text}"><![CDATA[${text}]]></a>`, () => true),
  'XML that is none': (text) => readXml(`<playlist ${text}`, () => true),
  // From a person.
  lyrics: tidyLyrics,
  'folded text': fold,
  words: wordsOf,
  'the text of a search': (text) => searchText({ title: text, display_artist: text }),
  'a name for an account': (text) => usernamesFor([text, text]).next(),
  'a browser': deviceOf,
  'encodings that a browser accepts': (text) => accepts(`gzip${text};q=1`, 'br'),
  'escaped HTML': escapeHtml,
  'escaped XML': escapeXml,
};

describe.each(texts)('%s', (_what, text) => {
  it.each(Object.entries(readers))('as %s are read in one pass', async (_name, read) => {
    const began = performance.now();
    await read(text);
    expect(performance.now() - began).toBeLessThan(MOST_MS);
  });

  it('in any field of any call are refused or read in one pass', () => {
    for (const { route, ...parts } of endpoints) {
      for (const schema of ['params', 'query', 'body'].map((part) => parts[part as keyof typeof parts])) {
        if (!(schema instanceof z.ZodObject)) continue;
        const fields = Object.fromEntries(Object.keys(schema.shape).map((field) => [field, text]));
        const began = performance.now();
        schema.safeParse(fields);
        expect(performance.now() - began, route).toBeLessThan(MOST_MS);
      }
    }
  });
});
