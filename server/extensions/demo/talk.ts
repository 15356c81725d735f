import type { Subject } from 'contract/extensions/comments/comments.ts';
import type { Context } from '../../platform/context.ts';
import { comment } from '../comments/comments.ts';
import { at, type DemoPeople } from './people.ts';

/** A member's words and the answers of others; on a song also the place, as a share of it. */
type Remark = [text: string, answers?: string[], place?: number];

/** Remarks about the demo's requests and songs, by title. */
const remarks: Record<string, Remark[]> = {
  'Midnight at the Planetarium': [
    ['The dome, the drop, the popcorn on the floor: I can already see it.'],
    ['One vote to go! Who has ten credits left?', ['Payday is on Friday. Hold the line.', 'Almost there.']],
  ],
  'Last Ferry to Marseille': [
    ['Please let the chorus be easy enough for people who have had wine.', ['That is the whole idea.']],
  ],
  'Boxcar Lullaby': [['My daughter sleeps best on trains, too. This has my vote until the end of the line.']],
  'Paper Lanterns, Heavy Rain': [
    ['I voted for the other take and I was wrong. This ending!', ['Same here. Glad I was outvoted.']],
    ['When the band comes in, turn it up.', [], 0.52],
    ['That whisper at the start gives me goosebumps every time.', [], 0.04],
  ],
  'Escalator to the Pool': [['Everything stops, and my whole kitchen stops with it.', [], 0.66]],
};

/**
 * Comments on a request or a song of the demo by the normal rules, spread over a time. Each remark has a key, so a start
 * after a crash repeats none.
 * @param when `seconds` is the length of the song.
 */
export async function talk(
  c: Context,
  subject: Subject,
  title: string,
  { members }: Pick<DemoPeople, 'members'>,
  { from, until, seconds = 0 }: { from: number; until: number; seconds?: number },
): Promise<void> {
  const lines = remarks[title] ?? [];
  const count = lines.reduce((sum, [, answers = []]) => sum + 1 + answers.length, 0);
  let said = 0;
  const say = (text: string, more: { parent_id?: string; second?: number | undefined }) => {
    const by = members[(title.length + 7 * said) % members.length]!;
    const now = Math.round(from + (++said / (count + 1)) * (until - from));
    return comment(at(c, now), by, { ...subject, text, ...more }, { key: `demo:${title}:${said}` });
  };
  for (const [text, answers = [], place] of lines) {
    const { id } = await say(text, { second: place && place * seconds });
    for (const answer of answers) await say(answer, { parent_id: id });
  }
}
