import { GeneratorError, type MusicGenerator, type Poll, type TakeFacts } from '../generator.ts';
import { fetchAudio } from './fetch-audio.ts';
import { askedOf, limitText, promptOf, sungLyrics } from './prompt.ts';
import { asking, at, checked, PROVIDER_FACTS, refusal, withWords } from './refusal.ts';
import { type JsonResponse, sendForJson } from './send.ts';
import type { AceStepSettings } from './settings.ts';

const NAME = 'ACE-Step';
/** Characters of a caption and of lyrics. Source: ACE-Step 1.5, docs/en/INFERENCE.md. */
const MAX_PROMPT = 512;
const MAX_LYRICS = 4096;
const TIMEOUT_MS = 30_000;

/** ACE-Step 1.5 on the operator's own server. It cannot cancel, and forgets its queue when it restarts. */
export function aceStep({ url, key, model, cents, rights }: AceStepSettings): MusicGenerator {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = async (path: string, body?: object, signal?: AbortSignal) =>
    opened(
      await sendForJson(NAME, new URL(url + path), {
        headers,
        timeout: TIMEOUT_MS,
        signal,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    );
  return {
    id: 'ace-step',
    name: NAME,
    capabilities: {
      lyrics: true,
      seed: 'hint',
      maxSeconds: 600,
      atOnce: 1,
      cancel: false,
      watermark: false,
      rights,
      repeatable: false,
    },
    quote: ({ seconds }) => ({ cents, seconds: 30 + seconds }),
    submit: async (spec, _takeKey, { signal }) => {
      const { tempo, key: musicalKey, lyrics } = askedOf(spec);
      const data = await call(
        '/release_task',
        {
          task_type: 'text2music',
          prompt: promptOf(spec, MAX_PROMPT),
          lyrics: lyrics ? limitText(lyrics, MAX_LYRICS) : '[instrumental]',
          ...(tempo && { bpm: Math.round(Math.min(300, Math.max(30, tempo))) }),
          ...(musicalKey && { key_scale: musicalKey }),
          audio_duration: Math.min(600, Math.max(10, spec.seconds)),
          audio_format: 'mp3',
          // Left to their defaults, the server would draw a seed of its own, make two songs and rewrite the prompt.
          seed: spec.seed,
          use_random_seed: false,
          batch_size: 1,
          use_cot_caption: false,
          use_cot_language: false,
          ...(model && { model }),
        },
        signal,
      );
      const id = at(data, 'task_id');
      if (typeof id !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(id))
        throw new GeneratorError('lost', `${NAME} accepted the order without saying under which number.`);
      return { providerId: id };
    },
    poll: async (providerId, signal) => {
      const data = await asking(() => call('/query_result', { task_id_list: [providerId] }, signal));
      const task = (Array.isArray(data) ? data : []).find((one) => at(one, 'task_id') === providerId);
      return toPoll(task, url);
    },
    fetch: (audioUrl, target, signal) =>
      fetchAudio(
        { name: NAME, hosts: [], ownOrigin: new URL(url).origin, headers },
        audioUrl,
        target,
        signal,
      ),
    check: (signal) =>
      checked(async () => {
        await call('/v1/models', undefined, signal);
        return `${NAME} is reachable.`;
      }),
  };

  /** An unknown task reads as queued for ever, but unlike a queued one it has no result at all. */
  function toPoll(task: unknown, base: string): Poll {
    const [item] = itemsOf(at(task, 'result'));
    const status = at(task, 'status');
    if (status === 2) {
      const message = withWords(`${NAME} could not make the song`, at(item, 'error') ?? at(task, 'error'));
      return { state: 'failed', error: { kind: 'failed', message } };
    }
    if (item === undefined) return { state: 'unknown' };
    if (status !== 1) {
      const progress = Number(at(item, 'progress'));
      return progress > 0 ? { state: 'running', progress: Math.min(1, progress) } : { state: 'queued' };
    }
    const file = at(item, 'file');
    if (typeof file !== 'string' || file === '')
      return { state: 'failed', error: { kind: 'failed', message: `${NAME} finished without a song.` } };
    return { state: 'succeeded', audioUrl: new URL(file, base).href, facts: toFacts(item, rights) };
  }
}

/** Unwraps a response; an application error may arrive under status 200. */
function opened({ status, body }: JsonResponse): unknown {
  const code = at(body, 'code');
  const words = at(body, 'detail') ?? at(body, 'error');
  if (status === 503) throw refusal(NAME, status, words, 'busy');
  if (status !== 200) throw refusal(NAME, status, words);
  if (typeof code !== 'number') throw new GeneratorError('lost', `${NAME} answered something unexpected.`);
  if (code !== 200 || at(body, 'error')) throw refusal(NAME, code, words, 'invalid');
  return at(body, 'data');
}

/** `result` is JSON inside of JSON. */
function itemsOf(result: unknown): unknown[] {
  try {
    const items: unknown = JSON.parse(String(result));
    return Array.isArray(items) ? items : [items];
  } catch {
    return [];
  }
}

function toFacts(item: unknown, rights: string): TakeFacts {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  // The seeds of all takes of a call, separated by commas; we order one.
  const seed = Number.parseInt(String(at(item, 'seed_value')), 10);
  return {
    model: 'ACE-Step 1.5',
    version: text(at(item, 'dit_model')) ?? null,
    seed: Number.isSafeInteger(seed) ? seed : null,
    prompt: text(at(item, 'prompt')) ?? text(at(item, 'metas', 'prompt')) ?? '',
    rights,
    ...PROVIDER_FACTS,
    lyrics: sungLyrics(at(item, 'metas', 'lyrics') ?? at(item, 'lyrics')),
  };
}
