import type { Take } from '../arranging/form.ts';
import { hash } from '../random.ts';
import { type Note, type Score, secondsAt } from '../score.ts';
import { isVowel } from './sing.ts';
import { pronounce, type Singer } from './speech.ts';
import { BREATH, type Line, limitsOfLyrics, readLyrics, type Stanza, type Word } from './words.ts';

/** Words for a song's voice, or the reason why there are none. */
export type Words = { stanzas: { role: Stanza['role']; lines: Line[] }[]; why: string | undefined };

/** Syllables sung where words ask for a voice and there are no lyrics. */
const VOCALISE = 'ooh ooh ooh ooh ooh\n'.repeat(4);

/**
 * Prepares lyrics to be sung: how each of their words sounds. Without lyrics, a voice sings 'ooh' in the hooks.
 * @param hookOnly prepares no more than the hook.
 * @param soundsOf tells how words sound.
 */
export async function prepareWords(
  lyrics: string | undefined,
  hookOnly: boolean,
  soundsOf = pronounce,
): Promise<Words> {
  const why = lyrics === undefined ? undefined : limitsOfLyrics(lyrics).none;
  let stanzas = why === undefined ? readLyrics(lyrics ?? VOCALISE) : [];
  if (hookOnly) {
    const hook = stanzas.find(({ role }) => role === 'hook') ?? stanzas[0];
    stanzas = hook ? [{ ...hook, role: 'hook' }] : [];
  }
  const said = new Set(stanzas.flatMap(({ lines }) => lines.flat().map((word) => word.said)));
  const sounds = await soundsOf([...said]).catch(() => undefined);
  if (!sounds) return { stanzas: [], why: 'The voice of the house band could not be loaded' };
  const sung = stanzas.map(({ role, name, lines }) => {
    const shown = name ?? (role === 'hook' ? 'Chorus' : undefined);
    const breaths = lines.flatMap((words) => breathe(words, sounds));
    return { role, lines: breaths.map((line, i) => (i === 0 ? { ...line, name: shown } : line)) };
  });
  return { stanzas: sung.filter(({ lines }) => lines.length > 0), why };
}

/** Breaks a line that is too long for one breath. */
function breathe(words: readonly Word[], sounds: ReadonlyMap<string, readonly string[]>): Line[] {
  const sung = words.filter(({ said }) => sounds.get(said)!.some(isVowel));
  const phones = sung.map(({ said }) => sounds.get(said)!);
  const syllables = phones.map((word) => word.filter(isVowel).length);
  const before = (count: number) => syllables.slice(0, count).reduce((sum, n) => sum + n, 0);
  const all = before(sung.length);
  if (all <= BREATH || sung.length < 2) return all > 0 ? [{ words: sung, phones }] : [];
  // About in the middle, and rather behind a comma.
  const away = (at: number) =>
    Math.abs(before(at) - all / 2) - (/[,;:.!?]\s*$/.test(sung[at - 1]!.text) ? all / 4 : 0);
  const half = sung.reduce((best, _, at) => (at > 0 && away(at) < away(best) ? at : best), 1);
  return [...breathe(sung.slice(0, half), sounds), ...breathe(sung.slice(half), sounds)];
}

/** Genres whose voices are machines, and those whose hooks are. */
const ROBOTS = /synth-?pop|electro(?!acoustic)|vaporwave|synthwave|house|french-touch|hyperpop/;
const ROBOT_HOOKS = /hip-hop|trap|phonk|future-bass/;

/** Singer, and where a vocoder is used. */
export type Casting = { singer: Singer; robot: 'never' | 'hooks' | 'always' };

/** Chooses who sings: words decide, then the genre, then the seed; another take has the other voice. */
export function castVoice(genre: string, description: string, seed: number, take: Take): Casting {
  const [high, low, machine] = [
    /\b(female|woman|women|girl|lady|soprano|alto)\b/i,
    /\b(male|man|men|boy|baritone|tenor|crooner)\b/i,
    /\b(vocoder|robot)/i,
  ].map((words) => words.test(description));
  const drawn = (hash(`${seed}/singer`) + Number(take === 'B')) % 2 === 0;
  const always = machine || ROBOTS.test(genre);
  return {
    singer: high || (!low && drawn) ? 'slt' : 'rms',
    robot: always ? 'always' : ROBOT_HOOKS.test(genre) ? 'hooks' : 'never',
  };
}

/** The notes of each line in the order in which they are sung. */
export function linesOf(notes: readonly Note[]): { line: Line; notes: Note[] }[] {
  const lines: { line: Line; notes: Note[] }[] = [];
  for (const note of [...notes].sort((a, b) => a.beat - b.beat)) {
    if (!note.sung) continue;
    const last = lines.at(-1);
    if (last?.line === note.sung.line && note.sung.at > last.notes.at(-1)!.sung!.at) last.notes.push(note);
    else lines.push({ line: note.sung.line, notes: [note] });
  }
  return lines;
}

/** Seconds by which a word is shown before its vowel. */
const AHEAD = 0.08;

/** The words that a score sings, each with its time, as LRC; undefined without any. */
export function timedWords(score: Score): string | undefined {
  const sung = linesOf(score.parts.flatMap((part) => ('notes' in part ? part.notes : [])));
  const text = sung.map(({ line, notes }) => {
    let at = 0;
    const words = line.words.map(({ text }, i) => {
      const note = notes.find(({ sung }) => sung!.at >= at) ?? notes.at(-1)!;
      at += line.phones[i]!.filter(isVowel).length;
      const seconds = Math.max(0, secondsAt(score, note.beat) - AHEAD);
      const time = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(2).padStart(5, '0')}`;
      return `${i === 0 ? `[${time}]` : `<${time}>`}${text}`;
    });
    return (line.name ? `[${line.name}]\n` : '') + words.join('').trimEnd();
  });
  return text.length > 0 ? text.join('\n') : undefined;
}
