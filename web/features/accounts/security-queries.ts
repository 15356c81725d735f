import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

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
