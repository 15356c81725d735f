// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { AudioFacts } from 'contract/features/publishing.ts';
import { afterEach, expect, it } from 'vitest';
import { Facts } from './ProcessingSteps.tsx';

afterEach(cleanup);

const facts: AudioFacts = {
  ...{ duration_seconds: 12.697, length_fault: null, container: 'mp3', codec: 'mp3', sample_rate: 44_100 },
  ...{ channels: 2, loudness_lufs: -14, true_peak_dbtp: -1, clipped: 0, bpm: null, musical_key: null },
  ...{
    tags: { title: null, artist: null, album: null, cover_url: null },
    stream_url: '/a',
    preview_url: '/b',
  },
  waveform_json_url: '/c',
};

it.each([
  [20, 'This file promises 20.0 s of sound, but it holds 12.7 s. A part may be missing.'],
  [9.5, 'This file promises 9.5 s of sound, but it holds 12.7 s.'],
  [null, 'This file breaks off after 12.7 s. A part may be missing.'],
])('tells what is wrong with a file that promises %s s', (promised_seconds, sentence) => {
  render(<Facts facts={{ ...facts, length_fault: { promised_seconds } }} />);
  const advice = 'Listen to it before you publish it, or export it again.';
  expect(screen.getByRole('alert').textContent).toBe(`${sentence} ${advice}`);
});

it('says nothing of a file that keeps its promise', () => {
  render(<Facts facts={facts} />);
  expect(screen.queryByRole('alert')).toBeNull();
});
