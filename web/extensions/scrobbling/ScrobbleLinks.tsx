import { t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ScrobbleLink } from 'contract/extensions/scrobbling.ts';
import { useEffect, useState } from 'react';
import { SettingQuery } from '../../features/accounts/security/SettingParts.tsx';
import { formatDate } from '../../lib/format.ts';
import { call } from '../../lib/http/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/forms/Field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { SettingRow, SettingSection } from '../../ui/SettingRow.tsx';

const scrobbleLinksQuery = queryOptions({
  queryKey: ['scrobbling'],
  queryFn: () => call('GET /auth/scrobbling'),
  meta: { private: true },
});

const NAMES = { listenbrainz: 'ListenBrainz', lastfm: 'Last.fm' };
const HERE = '/profile/settings/apps';

/** Destinations of the viewer's listens. */
export function ScrobbleLinks() {
  const query = useQuery(scrobbleLinksQuery);
  useReturnFromLastFm();
  return (
    <SettingSection title={t`Scrobbling`}>
      <SettingQuery
        loading={t`Loading your linked accounts...`}
        failed={t`Failed to load your linked accounts`}
        query={query}
      >
        {(links) => (
          <ul>
            {links.map((link) => (
              <Service key={link.service} link={link} />
            ))}
          </ul>
        )}
      </SettingQuery>
    </SettingSection>
  );
}

function Service({ link }: { link: ScrobbleLink }) {
  const { service, account, refused } = link;
  const name = NAMES[service];
  const client = useQueryClient();
  const [entering, setEntering] = useState(false);
  const leave = useMutation({
    mutationFn: () => call('POST /auth/scrobbling/lastfm/begin'),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toastProblem(t`Couldn’t link Last.fm`, error),
  });
  const unlink = useMutation({
    mutationFn: () => call('DELETE /auth/scrobbling/:service', { params: { service } }),
    onSuccess: () => toast(t`${name} unlinked`),
    onError: (error) => toastProblem(t`Couldn’t unlink ${name}`, error),
    onSettled: () => client.invalidateQueries(scrobbleLinksQuery),
  });
  const isLinked = account !== null && !refused;
  const [word, label] =
    (isLinked && [t`Unlink`, t`Unlink: ${name}`]) ||
    (refused
      ? [t`Link again`, t`Link again: ${name}`]
      : [t({ message: 'Link', context: 'verb' }), t`Link: ${name}`]);
  const act = () => {
    if (isLinked) unlink.mutate();
    else if (service === 'lastfm') leave.mutate();
    else setEntering(true);
  };
  return (
    <>
      <SettingRow
        name={name}
        text={factsOf(link)}
        action={{
          word,
          label,
          disabled: unlink.isPending || leave.isPending,
          onClick: act,
        }}
      />
      {entering && <EnterToken onClose={() => setEntering(false)} />}
    </>
  );
}

function factsOf({ service, account, refused, linked_at }: ScrobbleLink): string {
  if (account === null) return t`Adds what you hear here to your history there.`;
  const [name, date] = [NAMES[service], formatDate(linked_at!)];
  return refused ? t`${name} no longer lets us add to ${account}.` : t`${account} · since ${date}`;
}

function EnterToken({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { field, submit, problem, busy } = useContractForm({
    rules,
    defaultValues: { token: '' },
    onSubmit: async ({ token }) => {
      await call('POST /auth/scrobbling/listenbrainz', { body: { token } });
      await client.invalidateQueries(scrobbleLinksQuery);
      toast(t`ListenBrainz linked`);
      onClose();
    },
    failure: { title: t`Couldn’t link ListenBrainz` },
  });
  return (
    <Sheet
      title={t`Link ListenBrainz`}
      description={t`You find your user token at listenbrainz.org, in the settings. We keep it encrypted.`}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <Field label={t`User token`} autoComplete="off" spellCheck={false} {...field('token')} />
        <Button type="submit" look="ember" disabled={busy}>
          {t({ message: 'Link', context: 'verb' })}
        </Button>
      </form>
    </Sheet>
  );
}

const rules = async () => (await import('contract/extensions/scrobbling.ts')).linkListenBrainz.body;

/** Links the account with the token that Last.fm added to the address. It works once, so it leaves the address. */
function useReturnFromLastFm(): void {
  const client = useQueryClient();
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const [state, token] = [query.get('lastfm'), query.get('token')];
    if (!state) return;
    history.replaceState(history.state, '', HERE);
    if (!token) return;
    void call('POST /auth/scrobbling/lastfm', { body: { state, token } }).then(
      () => {
        toast(t`Last.fm linked`);
        return client.invalidateQueries(scrobbleLinksQuery);
      },
      (error) => toastProblem(t`Couldn’t link Last.fm`, error),
    );
  }, [client]);
}
