import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
};

describe('payment settings', () => {
  it('need all three keys or none', () => {
    expect(readConfig({}).payments).toBeUndefined();
    expect(readConfig({ STRIPE_SECRET_KEY: '', STRIPE_PRICE_PLUS: '' }).payments).toBeUndefined();
    expect(readConfig({ ...keys, STRIPE_PRICE_PREMIUM: 'price_1' }).payments).toEqual({
      secretKey: 'sk_test_abc',
      publishableKey: 'pk_test_abc',
      webhookSecret: 'whsec_abc',
      live: false,
      apiUrl: undefined,
      prices: { premium: 'price_1' },
    });
  });

  it('must all have the same mode', () => {
    const live = { ...keys, STRIPE_SECRET_KEY: 'rk_live_abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' };
    expect(readConfig(live).payments?.live).toBe(true);
  });

  it.each([
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: '' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: '' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: '' }],
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' }],
    ['STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: 'pk_test_abc' }],
    ['STRIPE_PUBLISHABLE_KEY', { STRIPE_PUBLISHABLE_KEY: 'sk_test_abc' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_WEBHOOK_SECRET: 'sk_test_abc' }],
    ['STRIPE_PRICE_PLUS', { STRIPE_PRICE_PLUS: 'prod_abc' }],
    ['STRIPE_PRICE_PLUS', { STRIPE_PRICE_PLUS: 'price_1', STRIPE_PRICE_PREMIUM: 'price_1' }],
    ['STRIPE_API_URL', { STRIPE_API_URL: 'ftp://stand.in' }],
    [
      'STRIPE_API_URL',
      {
        STRIPE_SECRET_KEY: 'sk_live_abc',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_abc',
        STRIPE_API_URL: 'http://127.0.0.1:1',
      },
    ],
  ])('are refused with a sentence that names %s: %j', (name, wrong) => {
    const read = () => readConfig({ ...keys, ...wrong });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(name);
    // A key in a log is a leaked key.
    expect(read).not.toThrow(/_abc/);
  });

  it('are refused if only a price is set', () => {
    expect(() => readConfig({ STRIPE_PRICE_PLUS: 'price_1' })).toThrow('STRIPE_SECRET_KEY is not');
  });
});
