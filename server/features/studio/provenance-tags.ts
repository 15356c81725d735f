import type { SongTags } from 'music/tagging/id3.ts';
import type { TakeFacts } from './generator.ts';

const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype';

export interface ReleasedSong {
  title: string;
  /** The artist that is shown, not a person who requested the song. */
  display_artist: string;
  facts: TakeFacts;
  /** When the take was made, epoch ms. */
  made_at: number;
  /** The page that tells how the song came to be; undefined if this server has no public address. */
  page: string | undefined;
}

/** What a released file says about itself. It names nobody who requested, backed or chose the song. */
export function provenanceTags({ title, display_artist, facts, made_at, page }: ReleasedSong): SongTags {
  const made = new Date(made_at).toISOString();
  const tool = [facts.model, facts.version].filter(Boolean).join(' ');
  return {
    title,
    artist: display_artist,
    tool,
    made: made.slice(0, 19),
    // ID3 wants the year first.
    copyright: `${made.slice(0, 4)} ${facts.rights}`,
    fields: {
      DIGITALSOURCETYPE: `${SOURCE_TYPES}/${facts.source_type}`,
      AI_MODEL: tool,
      ...(facts.seed !== null && { AI_SEED: String(facts.seed) }),
      ...(page !== undefined && { PROVENANCE_URL: page }),
    },
  };
}
