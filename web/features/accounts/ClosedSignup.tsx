import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { AuthLayout } from './AuthLayout.tsx';

const words = {
  closed: {
    title: 'Sign-up is closed',
    text: 'This site does not accept new accounts at the moment. You can still listen to everything.',
  },
  invite: {
    title: 'You need an invitation',
    text: 'People join this site by invitation. If you have one, please open its link.',
  },
};

/** Stands in for the form where a visitor cannot sign up. */
export function ClosedSignup({
  why,
  login,
}: {
  why: keyof typeof words | { refused: string };
  login: string;
}) {
  const { title, text } =
    typeof why === 'string' ? words[why] : { title: 'This invitation does not work', text: why.refused };
  return (
    <AuthLayout title={title} text={text}>
      <div className="grid gap-3">
        <AppLink href={login} className={buttonLook('ember', 'lg')}>
          Log in
        </AppLink>
        <AppLink href="/" className={buttonLook('bare')}>
          Back to Explore
        </AppLink>
      </div>
    </AuthLayout>
  );
}
