import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { CreditsRecord } from 'contract/credits.ts';
import { call } from './api.ts';
import { useSession } from './session.tsx';

const KEY = ['credits'];

/** The viewer's balance; undefined for a visitor, and as long as it is not known. */
export function useCredits(): CreditsRecord | undefined {
  const { viewer } = useSession();
  const { data } = useQuery({
    queryKey: KEY,
    // By the user: an admin would be told of everybody's.
    queryFn: () => call('GET /credits', { query: { user_id: viewer?.id } }),
    enabled: viewer !== null,
    // §9
    staleTime: 1000,
    refetchOnMount: 'always',
    meta: { private: true },
  });
  return data?.find(({ user_id }) => user_id === viewer?.id);
}

/** Takes over a balance that came with another answer. */
export function setCredits(client: QueryClient, record: CreditsRecord): void {
  client.setQueryData<CreditsRecord[]>(KEY, (known = []) => [
    record,
    ...known.filter(({ id }) => id !== record.id),
  ]);
}

/** Asks for the balance anew, where it is shown. */
export function refreshCredits(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: KEY });
}
