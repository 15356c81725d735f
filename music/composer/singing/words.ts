/** A word as it is written, with what follows it, and as the synthesizer reads it. */
export type Word = { text: string; said: string };
/** Part of the lyrics: its role to a listener, its name where one was written, and its lines. */
export type Stanza = { role: Role; name: string | undefined; lines: Word[][] };
type Role = 'verse' | 'pre' | 'hook' | 'bridge';
/** Words that are sung in one breath, and the sounds of each. */
export type Line = {
  words: readonly Word[];
  phones: readonly (readonly string[])[];
  /** Of the part of the lyrics that it begins. */
  name?: string | undefined;
};

const ROLES: readonly (readonly [RegExp, Role])[] = [
  [/^pre/i, 'pre'],
  [/chorus|hook|refrain|outro/i, 'hook'],
  [/bridge|middle/i, 'bridge'],
  [/./, 'verse'],
];
/** '[Anything]', and names without brackets or with one that never closes. */
const NAME =
  /^\s*(?:\[([^\]]{1,60})\]|\[?((?:pre-?)?(?:chorus|verse|bridge|hook|refrain|intro|outro)(?: \d)?):?)\s*$/i;

/** Reads lyrics: parts are named in brackets or parted by blank lines. What nobody can say in English is left out. */
export function readLyrics(text: string): Stanza[] {
  const stanzas: Stanza[] = [{ role: 'verse', name: undefined, lines: [] }];
  for (const line of text.split('\n')) {
    const [isName, inBrackets, name = inBrackets] = NAME.exec(line) ?? [];
    const last = stanzas.at(-1)!;
    if (isName) stanzas.push({ role: ROLES.find(([role]) => role.test(name!))![1], name, lines: [] });
    else if (line.trim() === '' && last.lines.length > 0)
      stanzas.push({ role: 'verse', name: undefined, lines: [] });
    const words = isName ? [] : wordsOf(line);
    if (words.length > 0) stanzas.at(-1)!.lines.push(words);
  }
  // '[Chorus]' alone brings its words back.
  for (const [i, { role, name, lines }] of stanzas.entries())
    if (role === 'hook' && name && lines.length === 0)
      lines.push(...(stanzas.slice(0, i).findLast((one) => one.role === 'hook')?.lines ?? []));
  const sung = stanzas.filter(({ lines }) => lines.length > 0);
  if (!sung.some(({ role }) => role === 'hook')) chooseHook(sung);
  return sung;
}

/** Without a name for it, what comes back is the hook; or else the second part is, or the only one. */
function chooseHook(stanzas: readonly Stanza[]): void {
  const keys = stanzas.map(({ lines }) => JSON.stringify(lines));
  const key = keys.find((one, i) => keys.indexOf(one) < i) ?? keys[1] ?? keys[0];
  for (const [i, stanza] of stanzas.entries()) if (!stanza.name && keys[i] === key) stanza.role = 'hook';
}

function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  for (const [text] of line.trim().matchAll(/[^\s/\u2010-\u2015-]+[\s/\u2010-\u2015-]*/g)) {
    const said = say(text);
    if (said !== '') words.push({ text, said });
    else if (words.length > 0) words.at(-1)!.text += text;
  }
  return words;
}

/** Letters of a word at most. */
const LONGEST = 40;

const say = (word: string): string =>
  word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/&/g, 'and')
    .replace(/[^a-z0-9']|^'+|'+$/g, '')
    .replace(/^h*m+h*m*$/, 'hum')
    .slice(0, LONGEST);

/** Frequent words of English, and of other languages that are written in its letters. */
const ENGLISH = new Set(
  'the and you i to my in it is of on we that your for be with all this when are what can from like'.split(
    ' ',
  ),
);
const OTHERS = new Set(
  'der das und ich nicht ist ein mir dich wir auf mit den von el los que de en un una por te se con como es del las yo para le les et je pas des dans est moi mon pour qui nous toi ne eu não um uma com você meu il di che non ti sei della io'.split(
    ' ',
  ),
);

/** Breaths that fit into most songs: 12 to 24 did, by tempo. */
const BREATHS = 16;

/** Limits of the house band with lyrics, as far as known before it plays: it sings none, or not the end. */
export function limitsOfLyrics(lyrics: string): { none?: string; part?: string } {
  const lines = readLyrics(lyrics).flatMap((stanza) => stanza.lines);
  if (lines.length === 0)
    return { none: /\p{L}/u.test(lyrics) ? ENGLISH_ONLY : 'There are no words in them' };
  const said = lyrics.toLowerCase().match(/\p{L}+/gu) ?? [];
  const count = (set: ReadonlySet<string>) => said.filter((word) => set.has(word)).length;
  if (count(OTHERS) > Math.max(1, count(ENGLISH))) return { none: ENGLISH_ONLY };
  const vowels = (words: Word[]) => words.flatMap((word) => word.said.match(/[aeiouy0-9]+/g) ?? []).length;
  const breaths = lines.reduce((sum, words) => sum + Math.ceil(vowels(words) / BREATH), 0);
  return breaths > BREATHS ? { part: `About the first ${BREATHS} lines fit into a song` } : {};
}

/** Syllables of one breath at most. */
export const BREATH = 14;

const ENGLISH_ONLY = 'The voice of the house band knows only English';
