import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { ErrorBox } from '../../ui/Field.tsx';
import { AuthLayout } from './AuthLayout.tsx';
import { emailQuery } from './security-queries.ts';

/** Confirms an address with the token of its mail. Opening it changes nothing: mail programs open links to check them. */
export function ConfirmEmail({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useQueryClient();
  const { viewer, refresh } = useSession();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call('POST /auth/email/confirm', { body: { token } }),
    onSuccess: () => {
      void client.invalidateQueries(emailQuery);
      if (viewer) void refresh();
    },
  });
  const leave = viewer ? (
    <AppLink href="/" className={buttonLook(data ? 'ember' : 'bare', 'lg')}>
      Back to Explore
    </AppLink>
  ) : (
    <Button look={data ? 'ember' : 'bare'} size="lg" onClick={onDone}>
      Go to log in
    </Button>
  );
  if (data)
    return (
      <AuthLayout title="Thank you" text={`${data.email} is confirmed.`}>
        <div role="status" className="grid">
          {leave}
        </div>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title="Confirm your email"
      text="If you did not sign up here or change your address, close this page and nothing will change."
    >
      <div className="grid gap-4">
        {error && <ErrorBox>{error.message}</ErrorBox>}
        {!error && (
          <Button look="ember" size="lg" disabled={isPending} onClick={() => mutate()}>
            Confirm
          </Button>
        )}
        {leave}
      </div>
    </AuthLayout>
  );
}
