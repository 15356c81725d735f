import { msg, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { PRESENCE_EVERY_MS } from 'contract/extensions/hearing/premiere-constants.ts';
import type { House, Premiere, PremiereState } from 'contract/extensions/hearing/premieres.ts';
import { useEffect, useState } from 'react';
import { call } from '../../lib/http/api.ts';
import { subscribe } from '../../lib/http/event-stream.ts';
import { toast } from '../../ui/layers/toasts.ts';
import { premiereQuery } from './queries.ts';

const reasons = {
  withdrawn: msg`The song was withdrawn.`,
  called_off: msg`The premiere was called off.`,
};

/** Says that this tab is at a premiere, and hears who else is. @param isHere whether its house is shown here. */
export function useHouse(request_id: string, viewer: string | undefined, isHere: boolean) {
  const client = useQueryClient();
  const [house, setHouse] = useState<House>();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isHere) return;
    // `crypto.randomUUID` exists in secure contexts only.
    const tab = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
    const attend = (leaves: boolean) =>
      call('POST /requests/:id/premiere/presence', {
        params: { id: request_id },
        body: { tab, leaves },
      }).catch((error) => console.warn('The others may not see you.', error));
    const { queryKey } = premiereQuery(request_id, viewer);
    const onPremiere = (data: string) => {
      const { premiere, why }: { premiere: Premiere | null; why: keyof typeof reasons | null } =
        JSON.parse(data);
      client.setQueryData<PremiereState>(queryKey, (known) => known && { ...known, premiere });
      if (premiere || why === null) return;
      setOver(true);
      toast(t`The premiere is over`, t(reasons[why]));
    };
    const handlers = { house: (data: string) => setHouse(JSON.parse(data)), premiere: onPremiere };
    const stop = subscribe(`/requests/${request_id}/premiere/events`, handlers, () => void attend(false));
    const timer = setInterval(() => void attend(false), PRESENCE_EVERY_MS);
    return () => {
      clearInterval(timer);
      stop();
      void attend(true);
    };
  }, [client, isHere, request_id, viewer]);
  return { house, isOver };
}
