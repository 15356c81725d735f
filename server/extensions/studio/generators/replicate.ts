import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { GeneratorError, type MusicGenerator, type Poll, type TakeSpec } from '../generator.ts';
import { fetchAudio } from './fetch-audio.ts';
import { askedOf, promptOf, sungLyrics } from './prompt.ts';
import { asking, at, checked, PROVIDER_FACTS, refusal, withWords } from './refusal.ts';
import { type JsonResponse, sendForJson } from './send.ts';
import type { ReplicateSettings } from './settings.ts';

const NAME = 'Replicate';
const TIMEOUT_MS = 30_000;
/** Results are on these hosts for an hour. */
const HOSTS = ['replicate.delivery', '.replicate.delivery'];

/** Any model at Replicate, whose input fields the operator has described in the settings. */
export function replicate(settings: ReplicateSettings, webhookUrl?: string): MusicGenerator {
  const { url, key, model, fields, cents, maxSeconds, maxPrompt, rights, webhookSecret } = settings;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const call = (path: string, body?: object, signal?: AbortSignal) =>
    sendForJson(NAME, new URL(url + path), {
      headers,
      timeout: TIMEOUT_MS,
      signal,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const webhook = webhookUrl !== undefined && webhookSecret !== undefined;
  const [name, version] = model.split(':') as [string, string?];
  const usesSeed = Object.values(fields).includes('$seed');
  const base = new URL(url).origin;

  return {
    id: 'replicate',
    name: `${name} at ${NAME}`,
    capabilities: {
      lyrics: Object.values(fields).includes('$lyrics'),
      seed: usesSeed ? 'hint' : 'none',
      maxSeconds,
      atOnce: 3,
      cancel: true,
      watermark: true,
      rights,
      repeatable: false,
    },
    quote: () => ({ cents, seconds: 120 }),
    submit: async (spec, _takeKey, { signal }) => {
      const order = {
        input: inputOf(fields, spec, maxSeconds, maxPrompt),
        ...(version && { version }),
        ...(webhook && { webhook: webhookUrl, webhook_events_filter: ['completed'] }),
      };
      const answer = await call(
        version ? '/v1/predictions' : `/v1/models/${name}/predictions`,
        order,
        signal,
      );
      const { body } = accepted(answer);
      const id = at(body, 'id');
      if (typeof id !== 'string' || !/^[\w-]{1,200}$/.test(id))
        throw new GeneratorError('lost', `${NAME} accepted the order without saying under which number.`);
      return { providerId: id };
    },
    poll: (providerId, signal) =>
      asking(async () => {
        const answer = await call(`/v1/predictions/${providerId}`, undefined, signal);
        return answer.status === 404 ? { state: 'unknown' } : toPoll(accepted(answer).body);
      }),
    fetch: (audioUrl, target, signal) => {
      const source = {
        name: NAME,
        hosts: HOSTS,
        ...(base !== 'https://api.replicate.com' && { ownOrigin: base }),
      };
      return fetchAudio(source, audioUrl, target, signal);
    },
    cancel: async (providerId, signal) => {
      const answer = await call(`/v1/predictions/${providerId}/cancel`, {}, signal);
      if (answer.status !== 404) accepted(answer);
    },
    ...(webhook && { verifyWebhook: verifyReplicateWebhook(webhookSecret) }),
    check: (signal) =>
      checked(async () => {
        accepted(await call('/v1/account', undefined, signal));
        return `${NAME} is reachable.`;
      }),
  };

  function toPoll(body: unknown): Poll {
    const failed = (message: string): Poll => ({ state: 'failed', error: { kind: 'failed', message } });
    switch (at(body, 'status')) {
      case 'starting':
        return { state: 'queued' };
      case 'processing':
        return { state: 'running' };
      case 'succeeded': {
        const audioUrl = outputOf(at(body, 'output'));
        if (!audioUrl) return failed(`${NAME} deleted the song before it was copied.`);
        return { state: 'succeeded', audioUrl, facts: toFacts(body) };
      }
      case 'failed':
        return failed(withWords(`${NAME} could not make the song`, at(body, 'error')));
      case 'canceled':
      case 'aborted':
        return failed(`The order at ${NAME} was canceled.`);
      default:
        throw new GeneratorError('transient', `${NAME} answered something unexpected.`);
    }
  }

  function toFacts(body: unknown) {
    const given = (placeholder: string): unknown => {
      const [field] = Object.entries(fields).find(([, value]) => value === placeholder) ?? [];
      return field === undefined ? undefined : at(body, 'input', field);
    };
    const seed = given('$seed');
    const run = at(body, 'version');
    return {
      model: name,
      version: version ?? (typeof run === 'string' && /^[0-9a-f]{64}$/.test(run) ? run.slice(0, 12) : null),
      seed: typeof seed === 'number' ? seed : null,
      prompt: String(given('$prompt') ?? ''),
      rights,
      ...PROVIDER_FACTS,
      // Models that take lyrics sing those; others write them and return them beside the audio.
      lyrics: sungLyrics(at(body, 'output', 'lyrics') ?? given('$lyrics') ?? at(body, 'input', 'lyrics')),
    };
  }
}

/** The model's input: each field is a fixed value or a wish such as `$prompt` or `$lyrics`; one that nobody asked for is left out. */
function inputOf(
  fields: ReplicateSettings['fields'],
  spec: TakeSpec,
  maxSeconds: number,
  maxPrompt: number,
): Record<string, unknown> {
  const { lyrics, tags, negative, tempo, key, instrumental } = askedOf(spec);
  const wishes: Record<string, unknown> = {
    $prompt: promptOf(spec, maxPrompt),
    $seconds: Math.min(maxSeconds, spec.seconds),
    $seed: spec.seed,
    $lyrics: lyrics,
    $tags: tags.join(', ') || undefined,
    $negative: negative.join(', ') || undefined,
    $tempo: tempo && Math.round(tempo),
    $key: key,
    $instrumental: instrumental,
  };
  return Object.fromEntries(
    Object.entries(fields)
      .map(([field, value]) => [field, Object.hasOwn(wishes, String(value)) ? wishes[String(value)] : value])
      .filter(([, value]) => value !== undefined),
  );
}

/** The first address in a model's output, which is one, a list of them, or an object of them. */
function outputOf(output: unknown): string | undefined {
  if (typeof output === 'string') return output;
  if (typeof output !== 'object' || output === null) return undefined;
  return Object.values(output).find((one): one is string => typeof one === 'string' && /^https?:/.test(one));
}

/** @throws GeneratorError unless the status is one of success. */
function accepted(answer: JsonResponse): JsonResponse {
  const { status, body } = answer;
  if (status < 200 || status > 299) throw refusal(NAME, status, at(body, 'detail') ?? at(body, 'title'));
  if (body === undefined) throw new GeneratorError('lost', `${NAME} answered something unexpected.`);
  return answer;
}

/** Tolerance for a message's time against our clock, seconds. */
const TOLERANCE = 300;

/**
 * Reads genuine, recent messages of Replicate. A repeated one is not refused: it only makes the studio look.
 * Source: replicate.com/docs/topics/webhooks/verify-webhook
 */
export function verifyReplicateWebhook(secret: string, clock: () => number = Date.now) {
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
  return (headers: IncomingHttpHeaders, rawBody: Buffer): string | undefined => {
    const [id, sentAt, signatures] = ['id', 'timestamp', 'signature'].map(
      (name) => headers[`webhook-${name}`],
    );
    if (typeof id !== 'string' || typeof sentAt !== 'string' || typeof signatures !== 'string')
      return undefined;
    if (!(Math.abs(clock() / 1000 - Number(sentAt)) <= TOLERANCE)) return undefined;
    const expected = createHmac('sha256', key).update(`${id}.${sentAt}.`).update(rawBody).digest();
    const genuine = signatures.split(' ').some((one) => {
      const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    if (!genuine) return undefined;
    try {
      const prediction = at(JSON.parse(rawBody.toString()), 'id');
      return typeof prediction === 'string' ? prediction : undefined;
    } catch {
      return undefined;
    }
  };
}
