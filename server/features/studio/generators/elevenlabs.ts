import { GeneratorError, type MusicGenerator, type TakeSpec } from '../generator.ts';
import { nothingPending, sendForSong } from './fetch-audio.ts';
import { askedOf, limitText, promptOf } from './prompt.ts';
import { at, CHECK_TIMEOUT_MS, checked, PROVIDER_FACTS, refusal } from './refusal.ts';
import { sendForJson } from './send.ts';
import type { ElevenLabsSettings } from './settings.ts';

const NAME = 'ElevenLabs Music';
const MAX_PROMPT = 2000;
/** Of a composition plan: parts, their length in ms, and characters of a style, a line and a part's name. */
const MAX_PARTS = 30;
const SHORTEST_PART = 3000;
const LONGEST_PART = 120_000;
const MAX_STYLE = 200;
const MAX_LINE = 200;
const MAX_NAME = 100;

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
      // The limit of the smallest plan that may use it.
      atOnce: 2,
      cancel: false,
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
          ...orderOf(spec, prompt, model),
          model_id: model,
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
          prompt,
          rights,
          ...PROVIDER_FACTS,
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

/**
 * With lyrics, a composition plan, which also has a place for what must not be heard. Otherwise a plain prompt: the
 * service plans the song itself.
 */
function orderOf(spec: TakeSpec, prompt: string, model: ElevenLabsSettings['model']) {
  const { lyrics, caption, negative, instrumental } = askedOf(spec);
  const length = Math.min(600, Math.max(3, spec.seconds)) * 1000;
  if (!lyrics) return { prompt, music_length_ms: length, force_instrumental: instrumental === true };
  const styles = [promptOf(spec, MAX_STYLE), ...caption];
  const parts = partsOf(lyrics, length);
  if (model === 'music_v2') {
    const style = { positive_styles: styles, negative_styles: negative };
    return {
      composition_plan: { chunks: parts.map(({ text, duration_ms }) => ({ text, duration_ms, ...style })) },
    };
  }
  const local = { positive_local_styles: [], negative_local_styles: [] };
  return {
    composition_plan: {
      positive_global_styles: styles,
      negative_global_styles: negative,
      sections: parts.map(({ name, lines, duration_ms }) => ({
        section_name: name,
        ...local,
        duration_ms,
        lines: lines.map((line) => limitText(line, MAX_LINE)),
      })),
    },
  };
}

/** Lyrics in parts, each as long as its share of the lines. @param length of the song, ms. */
function partsOf(lyrics: string, length: number) {
  const most = Math.max(1, Math.min(MAX_PARTS, Math.floor(length / SHORTEST_PART)));
  const verses = lyrics.split(/\n\n+|\n(?=\[[^\]\n]+\]\n)/);
  const size = Math.ceil(verses.length / most);
  const parts = Array.from({ length: Math.ceil(verses.length / size) }, (_, i) =>
    verses.slice(i * size, (i + 1) * size).join('\n'),
  );
  const all = parts.reduce((sum, text) => sum + text.split('\n').length, 0);
  const spare = length - parts.length * SHORTEST_PART;
  return parts.map((text, i) => {
    const lines = text.split('\n');
    const [, name] = /^\[([^\]]+)\]$/.exec(lines[0]!) ?? [];
    const share = SHORTEST_PART + Math.floor((spare * lines.length) / all);
    return {
      text,
      name: limitText(name ?? `Part ${i + 1}`, MAX_NAME),
      lines: lines.slice(name ? 1 : 0),
      duration_ms: Math.min(LONGEST_PART, share),
    };
  });
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
