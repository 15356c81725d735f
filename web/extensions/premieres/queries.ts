import { queryOptions } from '@tanstack/react-query';
import { HOUSE_OPENS_MS } from 'contract/extensions/hearing/premiere-constants.ts';
import type { Premiere } from 'contract/extensions/hearing/premieres.ts';
import { call } from '../../lib/http/api.ts';

/** Premiere of a song, heard together. @param viewer who may name a time. */
export const premiereQuery = (request_id: string, viewer: string | undefined) =>
  queryOptions({
    queryKey: ['hearing', request_id, viewer ?? null],
    queryFn: () => call('GET /requests/:id/premiere', { params: { id: request_id } }),
    meta: { private: viewer !== undefined },
  });

/** True while the house of a premiere is open. @param now the server's time, epoch ms. */
export const isOpen = ({ starts_at, ends_at }: Premiere, now: number): boolean =>
  ends_at !== null && now >= starts_at - HOUSE_OPENS_MS && now < ends_at;
