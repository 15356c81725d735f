import { createHash } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Take } from 'contract/extensions/studio.ts';
import { isVip } from 'contract/plans.ts';
import { getRequestPage, type Reader } from '../../../features/song-requests/song-requests.ts';
import type { TakeFacts } from '../generator.ts';
import { isSuperseded } from '../generators/house-band.ts';
import type { StudioContext } from '../studio-context.ts';
import { selectProvenance, selectTakesOf } from '../takes/take-queries.ts';
import { selectChoice } from './choice.ts';

type TakeRow = Awaited<ReturnType<typeof selectTakesOf>>[number];

/** Ended without audio. */
const hasFailed = ({ state }: TakeRow) => state === 'failed' || state === 'cancelled' || state === 'lost';

/**
 * The takes of a request as listeners see them, in an order that differs per person. Takes that were added later
 * come later, so that the labels of earlier ones stay.
 * @throws Problem `not_found`.
 */
export async function listTakes(c: StudioContext, user: Reader, id: string, origin: string): Promise<Take[]> {
  const request = await getRequestPage(c, user, id);
  const isOpen = request.status === 'in_studio' || request.status === 'choosing';
  const may_download =
    request.status === 'released' && (isVip(user?.plan_tier) || user?.plan_tier === 'admin');
  const chosen = user ? (await selectChoice(c.db, id, user.id))?.take_id : undefined;
  const takes = (await selectTakesOf(c.db, c.engine, [id])).filter((take) => !hasFailed(take));
  const place = (take: TakeRow) =>
    createHash('sha256')
      .update(`${user?.id ?? ''} ${take.id}`)
      .digest('hex');
  const audible = (address: string | null) => (address && request.may_listen ? origin + address : null);
  return takes
    .map((take) => ({ take, place: place(take) }))
    .sort((a, b) => a.take.created_at - b.take.created_at || (a.place < b.place ? -1 : 1))
    .map(({ take }, i) => ({
      id: take.id,
      label: labelOf(i),
      state: take.state,
      progress: take.progress,
      audio_url: audible(take.audio_url),
      waveform_json_url: audible(take.waveform_json_url),
      duration_seconds: take.duration_seconds,
      loudness_lufs: take.loudness_lufs,
      chosen_by_caller: take.id === chosen,
      choices: isOpen ? null : Number(take.choices),
      released: take.track_id !== null,
      heard: (request.may_listen && take.state === 'ready' && heardIn(take.facts)) || [],
      download_url:
        may_download && take.original_url !== null
          ? `${origin}${take.original_url}?as=${encodeURIComponent(`${request.artist} - ${request.title} (take ${labelOf(i)})`)}`
          : null,
    }));
}

const heardIn = (facts: string | null) => facts && (JSON.parse(facts) as TakeFacts).heard;

/** A, B … Z, AA, AB … */
function labelOf(i: number): string {
  const letter = String.fromCharCode(65 + (i % 26));
  return i < 26 ? letter : labelOf(Math.floor(i / 26) - 1) + letter;
}

/** Provenance of a live track's song. @throws Problem `not_found`. */
export async function getProvenance(c: Pick<StudioContext, 'db' | 'clock'>, track_id: string) {
  const provenance = await findProvenance(c, track_id);
  if (!provenance) throw new Problem('not_found');
  return provenance;
}

/** Provenance of a live track's song; undefined if the studio did not make it. */
export async function findProvenance(c: Pick<StudioContext, 'db' | 'clock'>, track_id: string) {
  const row = await selectProvenance(c.db, track_id, c.clock());
  if (!row) return undefined;
  const facts: TakeFacts & { generator: string; made_at: number } = JSON.parse(row.facts);
  const superseded = isSuperseded(facts);
  const reproducible = facts.reproducible && !superseded;
  return {
    ...facts,
    heard: facts.heard ?? [],
    reproducible,
    superseded,
    track_id,
    request_id: row.request_id,
    takes: Number(row.takes),
    take: Number(row.take),
    chosen_by: Number(row.chosen_by),
  };
}
