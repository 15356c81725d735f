import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../../config.ts';
import { openGenerators } from './open.ts';

const replicate = {
  REPLICATE_API_TOKEN: 'r8_secret',
  REPLICATE_MODEL: 'minimax/music-1.5',
  REPLICATE_FIELDS: '{"prompt":"$prompt","seed":"$seed","format":"mp3"}',
  REPLICATE_CENTS_PER_TAKE: '15',
  REPLICATE_RIGHTS: 'As licensed.',
};
const aceStep = { ACE_STEP_URL: 'http://10.0.0.5:8001/', ACE_STEP_API_KEY: 'ace_secret' };

describe('the settings of the generators', () => {
  it('need nothing: the house band plays', () =>
    expect(readConfig({}).studio.generators).toEqual({ preferred: 'house-band' }));

  it('may set up several at once', () => {
    const { generators } = readConfig({ ...replicate, ...aceStep }).studio;
    expect(generators).toMatchObject({
      aceStep: { url: 'http://10.0.0.5:8001', key: 'ace_secret', cents: 0 },
      replicate: { fields: { prompt: '$prompt', seed: '$seed', format: 'mp3' }, cents: 15, maxSeconds: 180 },
    });
  });

  it('choose which one plays unless an admin chooses another', () => {
    const { generators } = readConfig({ ...aceStep, ...replicate, STUDIO_GENERATOR: 'replicate' }).studio;
    const ids = openGenerators(generators, undefined).map(({ id }) => id);
    expect(ids).toEqual(['replicate', 'house-band', 'ace-step']);
  });

  it.each([
    [{ STUDIO_GENERATOR: 'suno' }, 'STUDIO_GENERATOR must be one of house-band, ace-step, replicate'],
    [{ STUDIO_GENERATOR: 'replicate' }, 'STUDIO_GENERATOR is replicate, but REPLICATE_API_TOKEN is not set.'],
    [{ ACE_STEP_URL: 'http://gpu:8001' }, 'ACE_STEP_URL is set, but ACE_STEP_API_KEY is not.'],
    [{ REPLICATE_API_TOKEN: 'r8_secret' }, 'REPLICATE_API_TOKEN is set, but REPLICATE_MODEL and'],
    [{ ...replicate, REPLICATE_MODEL: 'music' }, "REPLICATE_MODEL must be the name of a model ('owner/name'"],
    [{ ...replicate, REPLICATE_MODEL: 'a/../b' }, 'REPLICATE_MODEL must be'],
    [{ ...replicate, REPLICATE_FIELDS: 'prompt' }, 'REPLICATE_FIELDS must be a JSON object'],
    [{ ...replicate, REPLICATE_FIELDS: '{"prompt":{"a":1}}' }, 'REPLICATE_FIELDS'],
    [
      { ...replicate, REPLICATE_FIELDS: '{"text":"loud"}' },
      'REPLICATE_FIELDS must have a field with the value $prompt',
    ],
    [
      { ...replicate, REPLICATE_FIELDS: '{"p":"$prompt","t":"$title"}' },
      'REPLICATE_FIELDS has the unknown value $title: there are $prompt, $seconds, $seed',
    ],
    [
      { ...replicate, REPLICATE_CENTS_PER_TAKE: '0.15' },
      'REPLICATE_CENTS_PER_TAKE must be a whole number of cents',
    ],
    [{ ...replicate, REPLICATE_WEBHOOK_SECRET: 'secret' }, 'REPLICATE_WEBHOOK_SECRET must be'],
    [
      { ...replicate, REPLICATE_API_URL: 'http://proxy.example' },
      'REPLICATE_API_URL must be an https address, because the key is sent there.',
    ],
    [
      { REPLICATE_APITOKEN: 'r8_secret' },
      'REPLICATE_APITOKEN is not a setting. Did you mean REPLICATE_API_TOKEN?',
    ],
    [{ ACESTEP_URL: 'x' }, 'ACESTEP_URL is not a setting. Did you mean ACE_STEP_URL?'],
  ])('%j is refused, and no key is repeated', (env, message) => {
    const read = () => readConfig(env);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/_secret/);
  });
});
