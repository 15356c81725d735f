import { expect, it } from 'vitest';
import { makeQueryClient } from './query-client.ts';

it('asks once, keeps for ever, and never by itself again (§9)', () => {
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
