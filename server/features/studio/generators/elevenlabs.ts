import { GeneratorError, type MusicGenerator } from '../generator.ts';
import { CHECK_TIMEOUT_MS, checked } from './check.ts';
import { saveAudio } from './fetch-audio.ts';
import { promptOf } from './prompt.ts';
import { at, refusal } from './refusal.ts';
import { readBody, readLimited, send, sendForJson } from './send.ts';
import type { ElevenLabsSettings } from './settings.ts';

const NAME = 'ElevenLabs Music';
const MAX_PROMPT = 2000;
/** ElevenLabs answers with the song itself, which takes up to four minutes. */
const TIMEOUT_MS = 300_000;
const MAX_BYTES = 60_000_000;
const MAX_ERROR_BYTES = 100_000;

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
      const response = await send(NAME, new URL(`${url}/v1/music?output_format=mp3_44100_128`), {
        method: 'POST',
        headers: { 'xi-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({
          prompt,
          model_id: model,
          music_length_ms: Math.min(600, Math.max(3, spec.seconds)) * 1000,
          force_instrumental: /\b(instrumental|no vocals|without vocals)\b/i.test(prompt),
          sign_with_c2pa: true,
        }),
        timeout: TIMEOUT_MS,
        signal,
      });
      const { statusCode: status = 0 } = response;
      if (status !== 200) throw refused(status, await readBody(NAME, response, MAX_ERROR_BYTES));
      await saveAudio(NAME, readLimited(NAME, response, MAX_BYTES), target);
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
    // Nothing is ever pending there: a submission ends with the song or a failure.
    poll: async () => ({ state: 'unknown' }),
    fetch: async () => {
      throw new GeneratorError('lost', `${NAME} keeps no songs.`);
    },
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
function refused(status: number, raw: Buffer): GeneratorError {
  let body: unknown;
  try {
    body = JSON.parse(raw.toString());
  } catch {
    return refusal(NAME, status, undefined);
  }
  const code = at(body, 'detail', 'status') ?? at(body, 'detail', 'code');
  const words = at(body, 'detail', 'message') ?? at(body, 'detail', 0, 'msg') ?? at(body, 'detail');
  if (code === 'quota_exceeded') return new GeneratorError('quota', refusal(NAME, 402, words).message);
  if (code !== 'bad_prompt') return refusal(NAME, status, words);
  const suggestion = at(body, 'detail', 'data', 'prompt_suggestion');
  return refusal(NAME, status, words, 'moderated', typeof suggestion === 'string' ? suggestion : undefined);
}
