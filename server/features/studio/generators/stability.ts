import { randomUUID } from 'node:crypto';
import type { GeneratorError, MusicGenerator } from '../generator.ts';
import { nothingPending, sendForSong } from './fetch-audio.ts';
import { promptOf } from './prompt.ts';
import { at, CHECK_TIMEOUT_MS, checked, PROVIDER_FACTS, refusal } from './refusal.ts';
import { sendForJson } from './send.ts';
import type { StabilitySettings } from './settings.ts';

const NAME = 'Stable Audio';
const PATH = '/v2beta/audio/stable-audio-2/text-to-audio';
const MODEL = 'stable-audio-2.5';
const MAX_PROMPT = 2000;
const MAX_SECONDS = 190;

/** Stability's Stable Audio. It plays, but does not sing. */
export function stability({ url, key, cents, rights }: StabilitySettings): MusicGenerator {
  const headers = { authorization: `Bearer ${key}` };
  return {
    id: 'stability',
    name: NAME,
    capabilities: {
      lyrics: false,
      seed: 'hint',
      maxSeconds: MAX_SECONDS,
      atOnce: 2,
      cancel: false,
      watermark: false,
      rights,
      repeatable: false,
    },
    quote: () => ({ cents, seconds: 60 }),
    submit: async (spec, _takeKey, { target, signal }) => {
      const prompt = promptOf(spec, MAX_PROMPT);
      const form = multipart({
        prompt,
        model: MODEL,
        duration: Math.min(MAX_SECONDS, Math.max(1, spec.seconds)),
        seed: spec.seed,
        output_format: 'mp3',
      });
      const address = new URL(url + PATH);
      const order = {
        headers: { ...headers, 'content-type': form.type, accept: 'audio/*' },
        body: form.body,
        signal,
      };
      await sendForSong(NAME, address, order, target, refused);
      return {
        facts: {
          model: 'Stable Audio',
          version: '2.5',
          seed: spec.seed,
          prompt,
          rights,
          ...PROVIDER_FACTS,
        },
      };
    },
    ...nothingPending(NAME),
    check: (signal) =>
      checked(async () => {
        const { status, body } = await sendForJson(NAME, new URL(`${url}/v1/user/balance`), {
          headers,
          timeout: CHECK_TIMEOUT_MS,
          signal,
        });
        if (status !== 200) throw refusal(NAME, status, at(body, 'message'));
        const credits = at(body, 'credits');
        const left = typeof credits === 'number' ? ` Its account holds ${Math.floor(credits)} credits.` : '';
        return `${NAME} is reachable.${left}`;
      }),
  };
}

function refused(status: number, body: unknown): GeneratorError {
  const words = at(body, 'errors', 0) ?? at(body, 'message');
  return refusal(NAME, status, words, at(body, 'name') === 'content_moderation' ? 'moderated' : undefined);
}

/** Text fields as `multipart/form-data`, the only form that the API takes. */
function multipart(fields: Record<string, string | number>) {
  const boundary = `ovation-${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` };
}
