import { type UseMutationResult, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { sentenceOf } from 'contract/answers.ts';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox } from '../../../ui/forms/Field.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { QueryView, Skeleton } from '../../../ui/QueryView.tsx';
import { emailQuery } from './security-queries.ts';

/** What ends an item of the list. */
interface ItemAction {
  word: string;
  /** For screen readers, as several items have the same word. */
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

/** One of the ways in which the viewer logs in, or of the places where they are logged in. */
export function SecurityItem({
  icon: Icon,
  name,
  facts,
  action,
}: {
  icon: LucideIcon;
  name: string;
  facts: ReactNode;
  action?: ItemAction | undefined;
}) {
  return (
    <li className="flex items-center gap-4 py-3">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-raised text-soft"
      >
        <Icon size={16} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate">{name}</p>
        <p className="text-sm text-faint">{facts}</p>
      </div>
      {action && (
        <Button
          look="bare"
          disabled={action.disabled ?? false}
          onClick={action.onClick}
          aria-label={action.label}
        >
          {action.word}
        </Button>
      )}
    </li>
  );
}

/** One of the settings of the account’s security. `what` names it while it loads and where it failed to. */
export function SecurityPart<Data>({
  title,
  text,
  what,
  query,
  children,
}: {
  title: string;
  text?: ReactNode;
  what: string;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  return (
    <div>
      <h3 className="mb-1 text-lg">{title}</h3>
      {text && <p className="text-soft">{text}</p>}
      <QueryView
        query={query}
        loading={`Loading ${what}...`}
        skeleton={<Skeleton className={text ? 'mt-4 h-11' : 'h-11'} />}
        failed={`Failed to load ${what}`}
        compact
      >
        {children}
      </QueryView>
    </div>
  );
}

/** Asks once more before a way to log in is removed. */
export function RemovalSheet({
  title,
  text,
  action,
  removal: { mutate, isPending, error },
  onClose,
}: {
  title: string;
  text: string;
  action: string;
  removal: UseMutationResult<unknown, Error, void>;
  onClose: () => void;
}) {
  return (
    <Sheet title={title} description={text} onClose={onClose}>
      {error && <ErrorBox>{sentenceOf(error)}</ErrorBox>}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button disabled={isPending} onClick={() => mutate()} className="bg-bad! text-ground!">
          {action}
        </Button>
      </div>
    </Sheet>
  );
}

/** What adds a way to log in, once the viewer has confirmed their email address. */
export function OnceConfirmed({ children }: { children: ReactNode }) {
  const { data } = useQuery(emailQuery);
  if (data?.mail && !data.confirmed)
    return <p className="mt-4 text-soft">First, please confirm your email address above.</p>;
  return children;
}
