import { msg, t } from '@lingui/core/macro';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { useEffect, useState } from 'react';
import { Redirect, useLocation, useSearchParams } from 'wouter';
import { createViews } from '../extension-parts.ts';
import { AdminOnly } from '../features/accounts/guards.tsx';
import { DeclineDialog } from '../features/publishing/DeclineDialog.tsx';
import { useIgnoreStrayDrops } from '../features/publishing/form/DropZone.tsx';
import { draft } from '../features/publishing/form/draft.ts';
import { NewTrack } from '../features/publishing/form/NewTrack.tsx';
import { Queue } from '../features/publishing/Queue.tsx';
import { Reports } from '../features/publishing/Reports.tsx';
import { Tracks } from '../features/publishing/Tracks.tsx';
import { type View, Views, viewAddress } from '../features/publishing/Views.tsx';
import { useStore } from '../lib/store.ts';
import { lazyLayer } from '../ui/layers/lazy-layer.tsx';
import { useTitle } from '../ui/use-title.ts';

const Several = lazyLayer(() => import('../features/publishing/several/Several.tsx'));
const Members = lazyLayer(() => import('../features/accounts/members/Members.tsx'));
const Invitations = lazyLayer(() => import('../features/accounts/members/Invitations.tsx'));
const AuditLog = lazyLayer(() => import('../features/accounts/members/AuditLog.tsx'));

const views: readonly View[] = [
  { name: 'new', title: msg`Create Track`, link: msg`Create`, Part: NewTrack },
  { name: 'several', title: msg`Create several tracks`, link: msg`Several`, Part: Several },
  { name: 'queue', title: msg`Request queue`, link: msg`Queue`, Part: Queue },
  { name: 'tracks', title: msg`Tracks`, link: msg`Tracks`, Part: Tracks },
  { name: 'reports', title: msg`Reports`, link: msg`Reports`, Part: Reports },
  { name: 'members', title: msg`Members`, link: msg`Members`, Part: Members },
  { name: 'invitations', title: msg`Invitations`, link: msg`Invitations`, Part: Invitations },
  { name: 'log', title: msg`Audit log`, link: msg`Log`, Part: AuditLog },
].flatMap((view) => [view, ...createViews.filter(({ after }) => after === view.name)]);

/** `/create`, for admins (§2): a new track, several at once, queued requests, all tracks, reports, members, invitations, the log of what
 * admins did, and what extensions add. `/admin` leads to it. */
export default function Create() {
  const [path] = useLocation();
  if (path === '/admin') return <Redirect to="/create" replace />;
  return <AdminOnly>{(viewer) => <Publishing key={viewer.id} owner={viewer.id} />}</AdminOnly>;
}

function Publishing({ owner }: { owner: string }) {
  const asked = useSearchParams()[0].get('view');
  const view = views.find(({ name }) => name === asked) ?? views[0]!;
  const [, navigate] = useLocation();
  const [declining, setDeclining] = useState<SongRequest | null>(null);
  const opened = useStore(draft).owner === owner;
  const upload = (request: SongRequest) => {
    draft.answerRequest(request);
    navigate(viewAddress('new'));
    scrollTo(0, 0);
  };
  useTitle(t(view.title));
  useIgnoreStrayDrops();
  useEffect(() => draft.open(owner), [owner]);
  return (
    <div className="stage-width pt-8 pb-16 md:pt-13">
      <p className="text-soft">{t`Admin`}</p>
      <h1 className="mb-5 text-[2rem] leading-tight md:text-[2.5rem]">{t(view.title)}</h1>
      <Views view={view.name} views={views} />
      {opened && <view.Part onUpload={upload} onDecline={setDeclining} />}
      {declining && <DeclineDialog request={declining} onClose={() => setDeclining(null)} />}
    </div>
  );
}
