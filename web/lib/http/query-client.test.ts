import { expect, it } from 'vitest';
import { makeQueryClient } from './query-client.ts';

it('fetches once, keeps the data and never refetches by itself (§9)', () => {
  const { queries, mutations } = makeQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: false,
  });
  expect(mutations).toMatchObject({ retry: false });
});
