import { AVATAR_MAX_BYTES, AVATAR_TYPES } from 'contract/accounts-constants.ts';
import { type ChangeEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useSession, type Viewer } from '../../lib/session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';

export function PictureForm({ viewer }: { viewer: Viewer }) {
  const { refresh } = useSession();
  const [busy, setBusy] = useState(false);
  const change = async (send: () => Promise<unknown>, success: string) => {
    setBusy(true);
    try {
      await send();
      await refresh();
      toast(success);
    } catch (error) {
      toastProblem('Couldn’t change your picture', (error as Error).message);
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
        'Couldn’t change your picture',
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
          {busy ? 'Saving…' : 'Choose a picture'}
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
