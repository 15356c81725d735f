import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast, toastProblem } from '../../../ui/layers/toasts.ts';
import { SettingRow } from '../../../ui/SettingRow.tsx';
import { ConfirmOwner } from './ConfirmOwner.tsx';
import { RemovalSheet, SettingQuery } from './SettingParts.tsx';

/** Secrets for programs, by the names that people gave them: each is made here, shown once, and removed by its row. */
export function NamedSecrets<One extends { id: string; name: string }>({
  what,
  query,
  factsOf,
  addRow,
  create,
  removalOf,
}: {
  what: string;
  query: UseQueryResult<One[]>;
  factsOf: (one: One) => string;
  addRow: (all: One[]) => { name: string; text: string; word: string; disabled?: boolean };
  create: (onClose: () => void) => ReactNode;
  /** `word` is that of the row. */
  removalOf: (one: One) => { word: string } & Omit<ComponentProps<typeof RemovalSheet>, 'onClose'>;
}) {
  const [open, setOpen] = useState<'new' | One | null>(null);
  const close = () => setOpen(null);
  const listOf = (all: One[]) => {
    const { word, disabled = false, ...add } = addRow(all);
    return (
      <ul>
        {all.map((one) => {
          const { word } = removalOf(one);
          const action = { word, label: `${word} ${one.name}`, onClick: () => setOpen(one) };
          return <SettingRow key={one.id} name={one.name} text={factsOf(one)} action={action} />;
        })}
        <SettingRow {...add} action={{ word, label: add.name, disabled, onClick: () => setOpen('new') }} />
        {open === 'new' && (
          <ConfirmOwner title={add.name} onClose={close}>
            {create(close)}
          </ConfirmOwner>
        )}
        {open !== null && open !== 'new' && <RemovalSheet {...removalOf(open)} onClose={close} />}
      </ul>
    );
  };
  return (
    <SettingQuery what={what} query={query}>
      {listOf}
    </SettingQuery>
  );
}

/** Shows a new secret, once. @param noun names it in the button and in toasts. */
export function ShownOnce({
  title,
  description,
  secret,
  noun,
  copied,
  onClose,
  children,
}: {
  title: string;
  description: string;
  secret: string;
  noun: string;
  copied: string;
  onClose: () => void;
  children: ReactNode;
}) {
  /** The toast does not repeat the secret. */
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast(copied);
    } catch {
      toastProblem(`Couldn’t copy the ${noun}`, 'Please select it and copy it by hand.');
    }
  };
  return (
    <Sheet title={title} description={description} onClose={onClose}>
      {children}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={() => void copy()}>Copy the {noun}</Button>
        <Button look="ember" onClick={onClose}>
          Done
        </Button>
      </div>
    </Sheet>
  );
}
