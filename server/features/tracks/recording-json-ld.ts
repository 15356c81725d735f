import type { TrackPage } from 'contract/features/track-page.ts';
import type { Track } from 'contract/features/tracks.ts';
import { genreLabel } from 'contract/genres.ts';
import type { MusicRecording, WithContext } from 'schema-dts';

/** schema.org's names of IPTC's digital source types. */
const SOURCE_TYPES = {
  algorithmicMedia: 'https://schema.org/AlgorithmicMediaDigitalSource',
  trainedAlgorithmicMedia: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
} as const;

/** Source of a song: all are made by our own composer, which no recordings have trained, or by a model. */
export const sourceTypeOf = ({ provider }: Pick<Track, 'provider'>): keyof typeof SOURCE_TYPES =>
  /\bhouse band\b/i.test(provider ?? '') ? 'algorithmicMedia' : 'trainedAlgorithmicMedia';

/**
 * A track as schema.org's MusicRecording, for search engines and tools that look for AI labels. It does not name the
 * people who requested or backed the song.
 * @param url of the track's page.
 */
export function recordingJsonLd(
  track: Track,
  { provenance, lyrics }: Pick<TrackPage, 'provenance' | 'lyrics'>,
  url: string,
): WithContext<MusicRecording> {
  const duration = `PT${Math.floor(track.duration_seconds / 60)}M${track.duration_seconds % 60}S`;
  return {
    '@context': 'https://schema.org',
    '@type': 'MusicRecording',
    name: track.title,
    url,
    byArtist: { '@type': 'MusicGroup', name: track.display_artist },
    duration,
    datePublished: track.release_date,
    ...(track.genre !== null && { genre: genreLabel(track.genre) }),
    ...(track.cover_image_url !== null && { image: track.cover_image_url }),
    audio: { '@type': 'AudioObject', contentUrl: track.audio_url, duration },
    ...(lyrics !== null && {
      recordingOf: {
        '@type': 'MusicComposition',
        name: track.title,
        lyrics: { '@type': 'CreativeWork', text: lyrics },
      },
    }),
    digitalSourceType: SOURCE_TYPES[provenance?.source_type ?? sourceTypeOf(track)],
    ...(provenance && {
      copyrightNotice: provenance.rights,
      // Schema.org's creators are people and organizations only.
      isBasedOn: {
        '@type': 'SoftwareApplication',
        name: provenance.model,
        applicationCategory: 'MultimediaApplication',
        ...(provenance.version !== null && { softwareVersion: provenance.version }),
      },
    }),
  };
}
