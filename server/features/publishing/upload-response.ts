import type { AudioFacts, Upload } from 'contract/publishing.ts';
import { steps } from 'contract/publishing-constants.ts';
import type { Context } from '../../platform/context.ts';
import type { UploadTable } from '../../platform/db/tables/publishing.ts';
import { countAhead } from './upload-claims.ts';

/** The facts of a processed file; addresses are paths on our origin. */
export const factsOf = ({ facts }: UploadTable) =>
  facts === null ? null : ({ clipped: null, ...JSON.parse(facts) } as AudioFacts);

export async function toUploadResponse(c: Context, row: UploadTable, origin: string): Promise<Upload> {
  const facts = factsOf(row);
  const toUrl = <T extends string | null>(address: T) =>
    (address?.startsWith('/') ? origin + address : address) as T;
  const reached = row.state === 'ready' ? steps.length : row.step === null ? 0 : steps.indexOf(row.step);
  return {
    id: row.id,
    url: toUrl(row.url),
    file_name: row.file_name,
    bytes: row.bytes,
    state: row.state,
    steps: steps.map((name, i) => ({
      name,
      progress: i < reached ? 1 : i === reached && row.step !== null ? row.progress : 0,
    })),
    ahead: row.state === 'waiting' ? await countAhead(c.db, row) : 0,
    facts: facts && {
      ...facts,
      stream_url: toUrl(facts.stream_url),
      preview_url: toUrl(facts.preview_url),
      waveform_json_url: toUrl(facts.waveform_json_url),
      tags: { ...facts.tags, cover_url: toUrl(facts.tags.cover_url) },
    },
    failure: row.failure,
    created_at: row.created_at,
  };
}
