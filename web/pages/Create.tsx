import type { SongRequest } from 'contract/features/song-requests.ts';
import { useEffect, useState } from 'react';
import { Redirect, useLocation, useSearchParams } from 'wouter';
import { AdminOnly } from '../features/accounts/guards.tsx';
import { DeclineDialog } from '../features/publishing/DeclineDialog.tsx';
import { useIgnoreStrayDrops } from '../features/publishing/DropZone.tsx';
import { draft } from '../features/publishing/draft.ts';
import { NewTrack } from '../features/publishing/NewTrack.tsx';
import { Queue } from '../features/publishing/Queue.tsx';
import { Reports } from '../features/publishing/Reports.tsx';
import { Tracks } from '../features/publishing/Tracks.tsx';
import { VIEW_TITLES, type View, Views, viewAddress, views } from '../features/publishing/Views.tsx';
import { useStore } from '../lib/store.ts';
import { lazyLayer } from '../ui/lazy-layer.tsx';
import { useTitle } from '../ui/use-title.ts';

const Studio = lazyLayer(() => import('../features/studio/Studio.tsx'));

const Members = lazyLayer(() => import('../features/accounts/Members.tsx'));
const Invitations = lazyLayer(() => import('../features/accounts/Invitations.tsx'));
const Operation = lazyLayer(() => import('../features/operation/Operation.tsx'));
const AuditLog = lazyLayer(() => import('../features/accounts/AuditLog.tsx'));

const parts = {
  new: NewTrack,
  queue: Queue,
  studio: StudioView,
  tracks: Tracks,
  reports: Reports,
  members: Members,
  invitations: Invitations,
  operation: Operation,
  log: AuditLog,
};

/** `/create`, for admins (§2): a new track, queued requests, the studio, all tracks, reports, members, invitations,
 * the state of the site and the log of what admins did. `/admin` leads to it. */
export default function Create() {
  const [path] = useLocation();
  if (path === '/admin') return <Redirect to="/create" replace />;
  return <AdminOnly>{(viewer) => <Publishing key={viewer.id} owner={viewer.id} />}</AdminOnly>;
}

function Publishing({ owner }: { owner: string }) {
  const asked = useSearchParams()[0].get('view');
  const view: View = views.find((one) => one === asked) ?? 'new';
  const opened = useStore(draft).owner === owner;
  const Part = parts[view];
  useTitle(VIEW_TITLES[view]);
  useIgnoreStrayDrops();
  useEffect(() => draft.open(owner), [owner]);
  return (
    <div className="stage-width pt-8 pb-16 md:pt-13">
      <h1 className="mb-5 text-[2rem] leading-tight md:text-[2.5rem]">{VIEW_TITLES[view]}</h1>
      <Views view={view} />
      {opened && <Part />}
    </div>
  );
}

/** The studio, with the ways out of it: another file, or no song. */
function StudioView() {
  const [, navigate] = useLocation();
  const [declining, setDeclining] = useState<SongRequest | null>(null);
  const upload = (request: SongRequest) => {
    draft.answerRequest(request);
    navigate(viewAddress('new'));
    scrollTo(0, 0);
  };
  return (
    <>
      <Studio onUpload={upload} onDecline={setDeclining} />
      {declining && <DeclineDialog request={declining} onClose={() => setDeclining(null)} />}
    </>
  );
}
