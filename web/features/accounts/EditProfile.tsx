import { name, password, username } from 'contract/accounts.ts';
import {
  AVATAR_MAX_BYTES,
  AVATAR_TYPES,
  NAME_MAX,
  PASSWORD_MIN,
  USERNAME_MAX,
} from 'contract/accounts-constants.ts';
import { type ChangeEvent, useState } from 'react';
import { z } from 'zod';
import { call } from '../../lib/api.ts';
import { useSession, type Viewer } from '../../lib/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { Avatar } from './Avatar.tsx';
import { useSchemaForm } from './use-form.ts';

type Text = z.ZodType<string, string>;
const profileSchema = z.object({ name: name as Text, username: username as Text });
const passwordSchema = z.object({
  current_password: z.string().min(1, 'Please enter your present password.'),
  new_password: password as Text,
});

/** Name, username, picture and password. Each part is saved by itself. */
export function EditProfile({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  return (
    <Sheet title="Edit Profile" onClose={onClose}>
      <div className="grid gap-7">
        <Picture viewer={viewer} />
        <NameForm viewer={viewer} onSaved={onClose} />
        <PasswordForm />
      </div>
    </Sheet>
  );
}

function Picture({ viewer }: { viewer: Viewer }) {
  const { refresh } = useSession();
  const [busy, setBusy] = useState(false);
  const change = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await work();
      await refresh();
      toast(done);
    } catch (error) {
      toastProblem('The picture was not changed', (error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    if (file.size > AVATAR_MAX_BYTES) {
      toastProblem(
        'The picture was not changed',
        `Please choose a picture of at most ${AVATAR_MAX_BYTES / 1024 / 1024} MB.`,
      );
      return;
    }
    void change(() => call('POST /auth/avatar', { body: file }), 'Picture changed');
  };
  return (
    <div className="flex items-center gap-5">
      <Avatar user={viewer} className="size-20 shrink-0 text-2xl" />
      <div className="flex flex-wrap gap-2">
        <label
          aria-busy={busy}
          className="inline-flex h-11 cursor-pointer items-center rounded-full bg-raised px-4.5 text-[0.9375rem] font-medium transition hover:bg-lamp has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink md:h-10"
        >
          {busy ? 'Working…' : 'Choose a picture'}
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
              change(() => call('PATCH /auth/me', { body: { avatar_url: null } }), 'Picture removed')
            }
          >
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}

function NameForm({ viewer, onSaved }: { viewer: Viewer; onSaved: () => void }) {
  const { refresh } = useSession();
  const { form, submit, problem, busy, errors } = useSchemaForm(
    profileSchema,
    { name: viewer.name, username: viewer.username },
    async (body) => {
      await call('PATCH /auth/me', { body });
      await refresh();
      toast('Profile saved');
      onSaved();
    },
    { title: 'The profile was not saved', sentence: 'Please try again.' },
  );
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <Field
        label="Name"
        autoComplete="name"
        maxLength={NAME_MAX}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <Field
        label="Username"
        autoComplete="nickname"
        maxLength={USERNAME_MAX}
        error={errors.username?.message}
        {...form.register('username')}
      />
      <Button type="submit" look="ember" disabled={busy}>
        Save
      </Button>
    </form>
  );
}

function PasswordForm() {
  const { form, submit, problem, busy, errors } = useSchemaForm(
    passwordSchema,
    { current_password: '', new_password: '' },
    async (body) => {
      await call('POST /auth/password', { body });
      form.reset();
      toast('Password changed', 'You were logged out everywhere else.');
    },
    { title: 'The password was not changed', sentence: 'Please try again.' },
  );
  return (
    <form onSubmit={submit} noValidate className="grid gap-4 border-t border-line pt-6">
      <h3 className="text-lg">Change password</h3>
      {problem && <ErrorBox>{problem}</ErrorBox>}
      <Field
        label="Present password"
        type="password"
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...form.register('current_password')}
      />
      <Field
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters.`}
        error={errors.new_password?.message}
        {...form.register('new_password')}
      />
      <Button type="submit" disabled={busy}>
        Change password
      </Button>
    </form>
  );
}
