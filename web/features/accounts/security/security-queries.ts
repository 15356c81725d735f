import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http/api.ts';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call('GET /auth/second-factor'),
  meta: { private: true },
});

export const emailQuery = queryOptions({
  queryKey: ['email'],
  queryFn: () => call('GET /auth/email'),
  meta: { private: true },
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => call('GET /auth/sessions'),
  meta: { private: true },
});

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => call('GET /auth/passkeys'),
  meta: { private: true },
});

export const appPasswordsQuery = queryOptions({
  queryKey: ['app-passwords'],
  queryFn: () => call('GET /auth/app-passwords'),
  meta: { private: true },
});

export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: () => call('GET /auth/identities'),
  meta: { private: true },
});

/** Ways to confirm the viewer's identity. Never from the cache: a confirmation lasts only minutes. */
export const confirmationQuery = queryOptions({
  queryKey: ['confirmation'],
  queryFn: () => call('GET /auth/confirmation'),
  gcTime: 0,
  meta: { private: true },
});

/** The contract's rules of a form with nothing but a code. */
export const codeRules = async () =>
  (await import('contract/features/accounts/account-security.ts')).confirmSecondFactor.body;

/** The contract's rules of a form with a password and a code. */
export const passwordAndCodeRules = async () =>
  (await import('contract/features/accounts/account-security.ts')).removeSecondFactor.body;

/** The same for an account without a password. */
export const codeOnlyRules = async () => (await passwordAndCodeRules()).omit({ password: true });
