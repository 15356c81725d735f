import { useEffect } from 'react';
import { AdminOnly } from '../accounts/guards.tsx';
import { useNoStrayDrop } from '../publishing/DropZone.tsx';
import { draft } from '../publishing/draft.ts';
import { useDraft } from '../publishing/hooks.ts';
import { NewTrack } from '../publishing/NewTrack.tsx';
import { useTitle } from '../ui/use-title.ts';

/** `/create`, for admins alone (§2). */
export default function Create() {
  return <AdminOnly>{(viewer) => <Publishing key={viewer.id} owner={viewer.id} />}</AdminOnly>;
}

function Publishing({ owner }: { owner: string }) {
  useTitle('Create');
  useNoStrayDrop();
  const opened = useDraft().owner === owner;
  useEffect(() => draft.open(owner), [owner]);
  return (
    <div className="stage-width pt-8 pb-16 md:pt-13">
      <h1 className="mb-6 text-[2rem] leading-tight md:text-[2.5rem]">Create Track</h1>
      {opened && <NewTrack />}
    </div>
  );
}
