import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { Recording } from 'contract/features/tracks.ts';
import { useEffect, useState } from 'react';
import { serverUrl } from '../../lib/http/api.ts';
import { Lamps } from '../../ui/pictures/Lamps.tsx';

/** Shows live how far the house band has recorded the demo catalog. */
export default function RecordingNotice({ initial }: { initial: Recording }) {
  const client = useQueryClient();
  const [recording, setRecording] = useState(initial);
  useEffect(() => {
    const events = new EventSource(serverUrl('/recording'));
    events.onmessage = ({ data }) => {
      const progress: Recording | null = JSON.parse(data);
      if (progress) setRecording(progress);
      else events.close();
      void client.invalidateQueries({ queryKey: ['explore'] });
    };
    return () => events.close();
  }, [client]);

  const { done, total } = recording;
  return (
    <div className="mb-10 grid gap-3 rounded-lg border border-line bg-stage p-5">
      <p role="status" className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">{t`The house band is recording`}</span>
        <span className="figures text-soft">
          {plural(total, { one: `${done} of # track`, other: `${done} of # tracks` })}
        </span>
      </p>
      <Lamps lit={done} goal={total} />
    </div>
  );
}
