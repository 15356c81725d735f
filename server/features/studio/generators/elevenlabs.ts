import { GeneratorError, type MusicGenerator } from '../generator.ts';
import { nothingPending, sendForSong } from './fetch-audio.ts';
import { promptOf } from './prompt.ts';
import { at, CHECK_TIMEOUT_MS, checked, refusal } from './refusal.ts';
import { sendForJson } from './send.ts';
import type { ElevenLabsSettings } from './settings.ts';

const NAME = 'ElevenLabs Music';
const MAX_PROMPT = 2000;

export function elevenLabs(settings: ElevenLabsSettings): MusicGenerator {
  const { url, key, model, centsPerMinute, rights } = settings;
  return {
    id: 'elevenlabs',
    name: NAME,
    capabilities: {
      lyrics: true,
      // It refuses a seed beside a plain prompt.
      seed: 'none',
      maxSeconds: 600,
      takesPerCall: 1,
      // The limit of the smallest plan that may use it.
      atOnce: 2,
      cancel: false,
      webhook: false,
      formats: ['mp3'],
      watermark: true,
      rights,
      repeatable: false,
    },
    quote: ({ seconds }) => ({
      cents: Math.ceil((seconds / 60) * centsPerMinute),
      seconds: 30 + seconds / 2,
    }),
    submit: async (spec, _takeKey, { target, signal }) => {
      const prompt = promptOf(spec, MAX_PROMPT);
      const address = new URL(`${url}/v1/music?output_format=mp3_44100_128`);
      const order = {
        headers: { 'xi-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({
          prompt,
          model_id: model,
          music_length_ms: Math.min(600, Math.max(3, spec.seconds)) * 1000,
          force_instrumental: /\b(instrumental|no vocals|without vocals)\b/i.test(prompt),
          sign_with_c2pa: true,
        }),
        signal,
      };
      await sendForSong(NAME, address, order, target, refused);
      return {
        facts: {
          model: 'ElevenLabs Music',
          version: model,
          seed: null,
          reproducible: false,
          prompt,
          rights,
          source_type: 'trainedAlgorithmicMedia',
          closeness: null,
          account: null,
          bpm: null,
          musical_key: null,
        },
      };
    },
    ...nothingPending(NAME),
    check: (signal) =>
      checked(async () => {
        const { status, body } = await sendForJson(NAME, new URL(`${url}/v1/models`), {
          headers: { 'xi-api-key': key },
          timeout: CHECK_TIMEOUT_MS,
          signal,
        });
        if (status !== 200) throw refusal(NAME, status, at(body, 'detail', 'message'));
        return `${NAME} is reachable.`;
      }),
  };
}

/** `detail` is an object with a status and a message, or for invalid input a list with messages. */
function refused(status: number, body: unknown): GeneratorError {
  const code = at(body, 'detail', 'status') ?? at(body, 'detail', 'code');
  const words = at(body, 'detail', 'message') ?? at(body, 'detail', 0, 'msg') ?? at(body, 'detail');
  if (code === 'quota_exceeded') return new GeneratorError('quota', refusal(NAME, 402, words).message);
  if (code !== 'bad_prompt') return refusal(NAME, status, words);
  const suggestion = at(body, 'detail', 'data', 'prompt_suggestion');
  return refusal(NAME, status, words, 'moderated', typeof suggestion === 'string' ? suggestion : undefined);
}
