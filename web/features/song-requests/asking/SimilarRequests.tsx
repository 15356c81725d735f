import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { catalogue } from 'contract/errors.ts';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { Megaphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { say } from '../../../lib/i18n.ts';
import { similarQuery } from '../queries.ts';
import { RequestRow } from '../RequestRow.tsx';
import type { Voter } from '../use-voter.ts';
import { RequestOffer } from './RequestOffer.tsx';

/** The request that already has the name that was typed: voting for it is the next step (§8). */
export function Duplicate({
  request,
  voter,
  onVoted,
}: {
  request: SongRequest;
  voter: Voter;
  onVoted: () => void;
}) {
  return (
    <div role="status" className="grid gap-3">
      <p className="flex gap-3">
        <Megaphone size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-ember-ink" />
        {say(catalogue.duplicate_request[1])}
      </p>
      <RequestOffer request={request} voter={voter} onVoted={onVoted} />
      <p className="text-soft">{t`Yours is a different song? Give it another name.`}</p>
    </div>
  );
}

/** Requests like the one being typed: a vote is much cheaper than a new request. */
export function SimilarRequests({ requests, onVoted }: { requests: SongRequest[]; onVoted: () => void }) {
  return (
    <div role="status" className="empty:hidden">
      {requests.length > 0 && (
        <>
          <p className="text-sm text-soft">
            {requests.length === 1 ? t`Is it this one?` : t`Is it one of these?`}
          </p>
          <ul>
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} onVoted={onVoted} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const DEBOUNCE_MS = 300;
/** Shorter titles match too much. */
const MIN_TITLE_LENGTH = 3;

/** Open requests like the one being typed, and the one of exactly this name, if there is one. */
export function useSimilarRequests(title: string, artist: string) {
  const [search, setSearch] = useState({ title: '', artist: '' });
  useEffect(() => {
    const timer = setTimeout(setSearch, DEBOUNCE_MS, { title: title.trim(), artist: artist.trim() });
    return () => clearTimeout(timer);
  }, [title, artist]);
  const enabled = search.title.length >= MIN_TITLE_LENGTH && title.trim().length >= MIN_TITLE_LENGTH;
  const { data } = useQuery({ ...similarQuery(search.title, search.artist), enabled });
  const similar = enabled ? (data ?? []) : [];
  const duplicate = similar.find((one) => sameName(one.title, title) && sameName(one.artist, artist));
  return { similar, duplicate };
}

/** As the server compares names, which alone decides. */
const sameName = (a: string, b: string) => normalized(a) === normalized(b);

const normalized = (text: string) =>
  text.normalize('NFKC').toUpperCase().toLowerCase().replace(/\s+/g, ' ').trim();
