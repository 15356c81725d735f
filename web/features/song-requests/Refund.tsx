import { AppLink } from '../../ui/AppLink.tsx';

export function Refund({ own_votes }: { own_votes: number }) {
  return (
    <>
      Everyone got every credit back.{' '}
      {own_votes > 0 && (
        <AppLink href="/profile" className="font-medium text-ember-ink hover:underline">
          See your credits
        </AppLink>
      )}
    </>
  );
}
