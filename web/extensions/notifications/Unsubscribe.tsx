import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { AuthLayout } from '../../features/accounts/login/AuthLayout.tsx';
import { call, sentenceOf } from '../../lib/http/api.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { ErrorBox } from '../../ui/forms/Field.tsx';

/** Body that mail programs send to unsubscribe with one click (RFC 8058). */
const oneClick = () =>
  new Blob(['List-Unsubscribe=One-Click'], { type: 'application/x-www-form-urlencoded' });

/** `/unsubscribe?token=…`, from an email. Opening it changes nothing: mail programs open links to check them. */
export default function Unsubscribe() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call('POST /notifications/unsubscribe', { query: { token }, body: oneClick() }),
  });
  if (isSuccess)
    return (
      <AuthLayout title={t`Emails are off`} text={t`We won’t email you about your songs anymore.`}>
        <p role="status" className="mb-6 text-soft">
          {t`The bell on this site still tells you what happens to them. You can turn emails on again in your settings.`}
        </p>
        <AppLink href="/" className={buttonLook('ember', 'lg')}>
          {t`Back to Explore`}
        </AppLink>
      </AuthLayout>
    );
  return (
    <AuthLayout
      title={t`Turn off emails?`}
      text={t`We email you when a song that you requested or voted for reaches its goal, has takes to choose from, is released or can’t be made.`}
    >
      <div className="grid gap-5">
        {error && <ErrorBox>{sentenceOf(error)}</ErrorBox>}
        <Button look="ember" disabled={isPending} onClick={() => mutate()}>
          {t`Turn off emails`}
        </Button>
        <AppLink href="/" className={buttonLook('bare')}>
          {t`Keep them on`}
        </AppLink>
      </div>
    </AuthLayout>
  );
}
