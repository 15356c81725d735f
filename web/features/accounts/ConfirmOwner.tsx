import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Confirmation } from 'contract/login-methods.ts';
import type { ReactNode } from 'react';
import { QueryView } from '../../ui/QueryView.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ConfirmWithPasskey } from './ConfirmWithPasskey.tsx';
import { ConfirmWithPassword } from './ConfirmWithPassword.tsx';
import { confirmationQuery } from './security-queries.ts';

/** A confirmation that ends within this is asked for again, seconds. */
const SOON = 60;

/** Asks the viewer to prove who they are, unless they have just done so, and then shows what needs it. */
export function ConfirmOwner({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const client = useQueryClient();
  // A confirmation ends by itself, so each opening asks for it.
  const query = useQuery({ ...confirmationQuery, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  if (query.data && query.data.seconds_left > SOON) return children;
  return (
    <Sheet title={title} description="First, please confirm that it’s you." onClose={onClose}>
      <QueryView
        query={query}
        loading="One moment…"
        skeleton={<Skeleton className="h-24" />}
        failed="Failed to load the ways to confirm"
        compact
      >
        {(ways) => (
          <Ways ways={ways} onConfirmed={(after) => client.setQueryData(confirmationQuery.queryKey, after)} />
        )}
      </QueryView>
    </Sheet>
  );
}

function Ways({ ways, onConfirmed }: { ways: Confirmation; onConfirmed: (after: Confirmation) => void }) {
  const { has_password, needs_code, has_passkey } = ways;
  return (
    <div className="grid gap-4">
      {has_password && <ConfirmWithPassword needsCode={needs_code} onConfirmed={onConfirmed} />}
      {has_passkey && <ConfirmWithPasskey onConfirmed={onConfirmed} />}
      {!has_password && !has_passkey && (
        <p className="text-soft">Please log out and log in again. You then have ten minutes to do this.</p>
      )}
    </div>
  );
}
