import './premieres.css';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PREMIERE_AHEAD_MS } from 'contract/extensions/hearing/premiere-constants.ts';
import type { PremiereState } from 'contract/extensions/hearing/premieres.ts';
import type { RequestPage } from 'contract/features/song-requests.ts';
import type { Track } from 'contract/features/tracks.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { CalendarPlus, Link2 } from 'lucide-react';
import { useId, useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { call, serverUrl } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { copyLink } from '../../ui/layers/share.ts';
import { toastProblem } from '../../ui/layers/toasts.ts';
import { Time } from '../../ui/Time.tsx';
import { premiereQuery } from './queries.ts';

/** On the page of a request that is being made: when its song will be heard together. Its requester picks the time. */
export function PremiereOfRequest({ request: { id, status, requested_by } }: { request: RequestPage }) {
  const { viewer } = useSession();
  const isMade = status === 'in_studio' || status === 'choosing';
  const mayName =
    viewer !== null && (viewer.username === requested_by || viewer.plan_tier === 'admin') && isMade;
  const { data } = useQuery({ ...premiereQuery(id, viewer?.id), enabled: isMade });
  if (!isMade || !data || (!data.premiere && !mayName)) return null;
  const time = data.premiere && <Time at={data.premiere.starts_at} format={formatDateTime} />;
  return (
    <section aria-label={t`Premiere`} className="premiere-line mt-6">
      <p>
        {time ? (
          <Trans>
            <strong>Premiere</strong> on {time}, unless the choice takes longer
          </Trans>
        ) : (
          <Trans>
            <strong>Premiere</strong> as soon as a take is chosen
          </Trans>
        )}
      </p>
      {time && <Calendar request_id={id} />}
      {data.may_set && (
        <Name
          request_id={id}
          label={time ? t`Change the time` : t`Pick a time`}
          action={t({ message: 'Set', context: 'verb' })}
        />
      )}
      {data.may_set && time && (
        <CallOff
          request_id={id}
          label={t({
            message: 'At once',
            comment: 'A button that removes the time of a premiere: the song comes out as soon as it can.',
          })}
        />
      )}
    </section>
  );
}

/** On the page of a song: when it is heard together, and for those who may, a further hearing. */
export function PremiereOfSong({
  state: { premiere, may_set },
  track,
  request_id,
  isLive,
  onJoin,
}: {
  state: PremiereState;
  track: Track;
  request_id: string;
  isLive: boolean;
  onJoin: () => void;
}) {
  if (!premiere && !may_set) return null;
  const time = premiere && <Time at={premiere.starts_at} format={formatDateTime} />;
  return (
    <section
      aria-label={t`Hearing it together`}
      className="premiere-line mb-6"
      data-ahead={premiere !== null || undefined}
    >
      {premiere ? (
        <>
          <p>
            {isLive ? (
              <strong>{t`People hear it together now`}</strong>
            ) : (
              <Trans>
                <strong>Hear it together</strong> on {time}
              </Trans>
            )}
          </p>
          {isLive ? (
            <Button look="ember" onClick={onJoin}>
              {t`Join`}
            </Button>
          ) : (
            <Calendar request_id={request_id} />
          )}
          <Button onClick={() => void copyLink(`${location.origin}${trackPath(track)}?premiere`)}>
            <Link2 size={16} aria-hidden="true" /> {t`Copy link`}
          </Button>
          {may_set && premiere.is_set && <CallOff request_id={request_id} label={t`Call off`} />}
        </>
      ) : (
        <Name request_id={request_id} label={t`Hear it together`} action={t`Set the time`} />
      )}
    </section>
  );
}

const Calendar = ({ request_id }: { request_id: string }) => (
  <a href={serverUrl(`/requests/${request_id}/premiere.ics`)} download className={buttonLook()}>
    <CalendarPlus size={16} aria-hidden="true" /> {t`Add to calendar`}
  </a>
);

/** Keeps what the server says of the premiere. */
function useChange(request_id: string, failed: string) {
  const { viewer } = useSession();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (starts_at: number | null) =>
      starts_at === null
        ? call('DELETE /requests/:id/premiere', { params: { id: request_id } })
        : call('PUT /requests/:id/premiere', { params: { id: request_id }, body: { starts_at } }),
    onSuccess: (state) => client.setQueryData(premiereQuery(request_id, viewer?.id).queryKey, state),
    onError: (error) => toastProblem(failed, error),
  });
}

function CallOff({ request_id, label }: { request_id: string; label: string }) {
  const { mutate, isPending } = useChange(request_id, t`Couldn’t call off the premiere`);
  return (
    <Button look="bare" aria-busy={isPending || undefined} onClick={() => mutate(null)}>
      {label}
    </Button>
  );
}

/** A button that becomes a field for a time within the next two days. */
function Name({ request_id, label, action }: { request_id: string; label: string; action: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { mutate, isPending } = useChange(request_id, t`Couldn’t set the time`);
  if (!isOpen) return <Button onClick={() => setOpen(true)}>{label}</Button>;
  const name = (form: FormData) => {
    const starts_at = new Date(String(form.get('time'))).getTime();
    if (Number.isFinite(starts_at)) mutate(starts_at, { onSuccess: () => setOpen(false) });
  };
  return (
    <form action={name} className="premiere-time">
      <label htmlFor={id} className="sr-only">
        {t`When it is heard together`}
      </label>
      <input
        id={id}
        name="time"
        type="datetime-local"
        required
        min={localTime(Date.now())}
        max={localTime(Date.now() + PREMIERE_AHEAD_MS)}
        defaultValue={localTime(Date.now() + 3_600_000)}
      />
      <Button type="submit" aria-busy={isPending || undefined}>
        {action}
      </Button>
    </form>
  );
}

/** As a field for dates and times wants it, in the device's time zone. @param time epoch ms. */
const localTime = (time: number) =>
  new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
