import { t } from '@lingui/core/macro';
import {
  AVATAR_MAX_BYTES,
  AVATAR_TYPES,
  NAME_MAX,
  USERNAME_MAX,
} from 'contract/features/accounts/accounts-constants.ts';
import { type ChangeEvent, useState } from 'react';
import { call } from '../../lib/http/api.ts';
import { useSession, type Viewer } from '../../lib/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/forms/Field.tsx';
import { useContractForm } from '../../ui/forms/use-contract-form.ts';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { Avatar } from '../../ui/pictures/Avatar.tsx';

/** Edits picture, name and username; each part is saved on its own. */
export function EditProfile({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  return (
    <Sheet title={t`Edit Profile`} onClose={onClose}>
      <div className="grid gap-7">
        <PictureForm viewer={viewer} />
        <NameForm viewer={viewer} onSaved={onClose} />
      </div>
    </Sheet>
  );
}

function NameForm({ viewer, onSaved }: { viewer: Viewer; onSaved: () => void }) {
  const { refresh } = useSession();
  const { field, submit, problem, busy } = useContractForm({
    rules: profileRules,
    defaultValues: { name: viewer.name, username: viewer.username },
    onSubmit: async (body) => {
      await call('PATCH /auth/me', { body });
      await refresh();
      toast(t`Profile saved`);
      onSaved();
    },
    failure: { title: t`Couldn’t save your profile` },
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <Field label={t`Name`} autoComplete="name" maxLength={NAME_MAX} {...field('name')} />
      <Field label={t`Username`} autoComplete="nickname" maxLength={USERNAME_MAX} {...field('username')} />
      <Button type="submit" look="ember" disabled={busy}>
        {t`Save`}
      </Button>
    </form>
  );
}

const profileRules = async () => (await import('contract/features/accounts/accounts.ts')).editMe.body;

function PictureForm({ viewer }: { viewer: Viewer }) {
  const { refresh } = useSession();
  const [busy, setBusy] = useState(false);
  const change = async (send: () => Promise<unknown>, success: string) => {
    setBusy(true);
    try {
      await send();
      await refresh();
      toast(success);
    } catch (error) {
      toastProblem(t`Couldn’t change your picture`, error);
    } finally {
      setBusy(false);
    }
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    if (file.size > AVATAR_MAX_BYTES) {
      const size = AVATAR_MAX_BYTES / 1024 / 1024;
      toastProblem(t`Couldn’t change your picture`, t`Please choose a picture of at most ${size} MB.`);
      return;
    }
    void change(() => call('POST /auth/avatar', { body: file }), t`Picture changed`);
  };
  return (
    <div className="flex items-center gap-5">
      <Avatar user={viewer} className="size-20 shrink-0 text-2xl" />
      <div className="flex flex-wrap gap-2">
        <label
          aria-busy={busy}
          className="inline-flex h-11 cursor-pointer items-center rounded-full bg-raised px-4.5 text-[0.9375rem] font-medium transition hover:bg-lamp has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink md:h-10"
        >
          {busy ? t`Saving…` : t`Choose a picture`}
          <input
            type="file"
            accept={AVATAR_TYPES.join(',')}
            onChange={choose}
            disabled={busy}
            className="sr-only"
          />
        </label>
        {viewer.avatar_url && (
          <Button
            look="bare"
            disabled={busy}
            onClick={() =>
              change(() => call('PATCH /auth/me', { body: { avatar_url: null } }), t`Picture removed`)
            }
          >
            {t`Remove`}
          </Button>
        )}
      </div>
    </div>
  );
}
