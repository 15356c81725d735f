import type { Provenance } from 'contract/features/track-page.ts';
import type { Track } from 'contract/features/tracks.ts';
import { expect, it } from 'vitest';
import { recordingJsonLd } from './recording-json-ld.ts';

const track = {
  title: 'Paper Lanterns',
  display_artist: 'The Night Shift',
  duration_seconds: 125,
  release_date: '2026-11-22T10:15:00.000Z',
  genre: 'electronic-dance:synthwave',
  cover_image_url: null,
  audio_url: 'https://ovation.example/media/a.mp3',
  requested_by: 'mia',
} as Track;

const provenance = {
  model: 'Ovation house band',
  version: '2',
  rights: 'Free to use.',
  source_type: 'algorithmicMedia',
  prompt: 'as mia wished',
} as Provenance;

const url = 'https://ovation.example/tracks/1/paper-lanterns';

it('describes a recording and how it was made, and names no person', () => {
  const described = recordingJsonLd(track, { provenance, lyrics: null }, url);
  expect(described).toEqual({
    '@context': 'https://schema.org',
    '@type': 'MusicRecording',
    name: 'Paper Lanterns',
    url,
    byArtist: { '@type': 'MusicGroup', name: 'The Night Shift' },
    duration: 'PT2M5S',
    datePublished: '2026-11-22T10:15:00.000Z',
    genre: 'Synthwave',
    audio: { '@type': 'AudioObject', contentUrl: track.audio_url, duration: 'PT2M5S' },
    digitalSourceType: 'https://schema.org/AlgorithmicMediaDigitalSource',
    copyrightNotice: 'Free to use.',
    isBasedOn: {
      '@type': 'SoftwareApplication',
      name: 'Ovation house band',
      applicationCategory: 'MultimediaApplication',
      softwareVersion: '2',
    },
  });
  expect(JSON.stringify(described)).not.toContain('mia');
});

it('says of a model and of an upload that they were trained', () => {
  const trained = { ...provenance, source_type: 'trainedAlgorithmicMedia' } as Provenance;
  expect(recordingJsonLd(track, { provenance: trained, lyrics: null }, url)).toMatchObject({
    digitalSourceType: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
  });
  expect(recordingJsonLd(track, { provenance: null, lyrics: null }, url)).toMatchObject({
    digitalSourceType: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
  });
  const played = { ...track, provider: 'Ovation house band' };
  expect(recordingJsonLd(played, { provenance: null, lyrics: null }, url)).toMatchObject({
    digitalSourceType: 'https://schema.org/AlgorithmicMediaDigitalSource',
  });
});

it('has the words of the composition that it records', () => {
  const lyrics = 'Paper lanterns\nover the bay';
  expect(recordingJsonLd(track, { provenance, lyrics }, url)).toMatchObject({
    recordingOf: {
      '@type': 'MusicComposition',
      name: 'Paper Lanterns',
      lyrics: { '@type': 'CreativeWork', text: lyrics },
    },
  });
});
