import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../lib/http/api.ts';
import type { Waiting } from '../../ui/Slot.tsx';

/** Adds the premiere that a member has not seen on any device, and the request that they follow. */
export default function Waits({ children }: { children: (added: Waiting | null | undefined) => ReactNode }) {
  const { data, error } = useQuery({
    queryKey: ['waiting'],
    queryFn: () => call('GET /notifications/waiting'),
    // Whatever is watched and followed changes it.
    staleTime: 0,
    meta: { private: true },
  });
  return children(data ?? (error ? null : undefined));
}
