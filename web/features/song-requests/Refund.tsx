import { AppLink } from '../../ui/AppLink.tsx';

/** Says that the credits of a request were returned. `isOwn`: the viewer paid some of them. */
export function Refund({ isOwn }: { isOwn: boolean }) {
  return (
    <>
      Everyone got every credit back.{' '}
      {isOwn && (
        <AppLink href="/profile?view=credits" className="font-medium text-ember-ink hover:underline">
          See your credits
        </AppLink>
      )}
    </>
  );
}
