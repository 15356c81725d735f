import { useQuery } from '@tanstack/react-query';
import type { SongRequest } from 'contract/features/song-requests.ts';
import type { CSSProperties } from 'react';
import { useSession } from '../../lib/session.tsx';
import { useStore } from '../../lib/store.ts';
import { takesQuery } from './queries.ts';
import { TakesBar } from './TakesBar.tsx';
import { TakeLetter, TakeWave } from './TakeWave.tsx';
import { useTakes } from './use-takes.ts';
import './studio.css';

/** The takes of a request in low rows, to listen to before one opens its page. */
export default function TakeRows({ request }: { request: SongRequest }) {
  const { viewer } = useSession();
  const { data } = useQuery(takesQuery(viewer?.id, request.id));
  const { ready, longest, player, box } = useTakes(data);
  const { current } = useStore(player);
  return (
    <>
      <div
        ref={box}
        className="takes"
        data-begun={current !== null || undefined}
        style={{ '--longest': longest } as CSSProperties}
      >
        {ready.map((take) => (
          <div key={take.id} className="take-row">
            <TakeLetter take={take} player={player} />
            <TakeWave take={take} longest={longest} player={player} height={44} />
          </div>
        ))}
      </div>
      <TakesBar request={request} takes={ready} player={player} />
    </>
  );
}
