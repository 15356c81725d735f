import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import './offline.css';
import { useQueryClient } from '@tanstack/react-query';
import { type PageName, pageAt } from 'contract/pages.ts';
import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'wouter';
import { serviceWorkers } from '../../lib/browser.ts';
import { isLost, watchConnection } from '../../lib/http/connection.ts';
import { useSession } from '../../lib/session.tsx';
import { downloadedFiles } from '../../lib/storage/downloaded-files.ts';
import { session } from '../../lib/storage/session-token.ts';
import { useStore } from '../../lib/store.ts';
import { sendBackfilledPlays } from '../../player/engine/backfilled-plays.ts';
import { usePlayer } from '../../player/PlayerContext.tsx';
import { registerWhenIdle } from './register-worker.ts';

const MONEY = msg`Voting works when you're back online.`;
const BROWSE = msg`Browsing needs a connection.`;
const SONGS = msg`Your downloaded songs still play.`;

/** Capabilities and limits of each page without a connection. */
const sentences: Record<PageName, MessageDescriptor> = {
  explore: msg`New and popular songs need a connection.`,
  board: MONEY,
  request: MONEY,
  genres: BROWSE,
  genre: BROWSE,
  charts: msg`The charts need a connection.`,
  artist: BROWSE,
  person: BROWSE,
  track: SONGS,
  playlists: SONGS,
  playlist: SONGS,
  library: SONGS,
  following: msg`News from what you follow needs a connection.`,
  profile: msg`Your profile needs a connection.`,
  settings: msg`Changing your account needs a connection.`,
  admin: msg`Managing the site needs a connection.`,
  create: msg`Publishing needs a connection.`,
  login: msg`Logging in needs a connection.`,
  signup: msg`Signing up needs a connection.`,
  unsubscribe: msg`Changing which emails you get needs a connection.`,
};

/** Says what each place can do without a connection, and lets pages open without one. */
export default function OfflineLayer() {
  const player = usePlayer();
  useEffect(() => registerWhenIdle(player), [player]);
  useEffect(watchConnection, []);
  useFollowedDownloads();
  const [, navigate] = useLocation();
  useEffect(() => {
    // A pressed notification opens its page here, so that the music plays on.
    const open = ({ data, ports: [port] }: MessageEvent) => {
      if (typeof data?.open !== 'string') return;
      port?.postMessage(true);
      navigate(data.open);
    };
    const workers = serviceWorkers();
    workers?.addEventListener('message', open);
    return () => workers?.removeEventListener('message', open);
  }, [navigate]);
  const lost = useStore(isLost);
  const client = useQueryClient();
  const { viewer } = useSession();
  const wasLost = useRef(false);
  useEffect(() => {
    if (!lost && viewer) void sendBackfilledPlays();
    // What was shown meanwhile may be a part of what there is, or old.
    if (!lost && wasLost.current) void client.invalidateQueries();
    wasLost.current = lost;
  }, [lost, viewer, client]);
  return lost && <Strip />;
}

/** Goes on with what this device keeps, and removes it once its owner is no longer signed in. */
function useFollowedDownloads() {
  const player = usePlayer();
  const client = useQueryClient();
  const { viewer, loading } = useSession();
  useEffect(() => {
    if (!serviceWorkers()) return;
    let [isOver, stop] = [false, () => {}];
    import('./device-downloads.ts').then(
      ({ followDownloads }) => {
        if (!isOver) stop = followDownloads(player, client);
      },
      () => {},
    );
    return () => {
      isOver = true;
      stop();
    };
  }, [player, client]);
  useEffect(() => {
    const { owner } = downloadedFiles();
    const isOthers = session.token() === null ? !loading : viewer !== null && viewer.id !== owner;
    if (owner === null || !isOthers) return;
    import('./device-downloads.ts').then(({ downloads }) => downloads.clear()).catch(() => {});
  }, [viewer, loading]);
}

/** Stands above the page, so that it covers nothing. */
function Strip() {
  const [path] = useLocation();
  const [place] = useState(() => document.createElement('div'));
  useEffect(() => {
    document.getElementById('main')?.before(place);
    return () => place.remove();
  }, [place]);
  return createPortal(
    <div role="status" className="offline-strip stage-width">
      <WifiOff size={18} aria-hidden="true" />
      <p>
        <strong>{t`No connection.`}</strong> {t(sentences[pageAt(path) ?? 'explore'])}
      </p>
    </div>,
    place,
  );
}
