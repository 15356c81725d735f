import { t } from '@lingui/core/macro';
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
  loading,
  failed,
  query,
  factsOf,
  addRow,
  create,
  removalOf,
}: {
  loading: string;
  failed: string;
  query: UseQueryResult<One[]>;
  factsOf: (one: One) => string;
  addRow: (all: One[]) => { name: string; text: string; word: string; disabled?: boolean };
  create: (onClose: () => void) => ReactNode;
  /** `word` and `label` are those of the row. */
  removalOf: (
    one: One,
  ) => { word: string; label: string } & Omit<ComponentProps<typeof RemovalSheet>, 'onClose'>;
}) {
  const [open, setOpen] = useState<'new' | One | null>(null);
  const close = () => setOpen(null);
  const listOf = (all: One[]) => {
    const { word, disabled = false, ...add } = addRow(all);
    return (
      <ul>
        {all.map((one) => {
          const { word, label } = removalOf(one);
          const action = { word, label, onClick: () => setOpen(one) };
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
    <SettingQuery loading={loading} failed={failed} query={query}>
      {listOf}
    </SettingQuery>
  );
}

/** Shows a new secret, once. @param copying texts of the button and of toasts. */
export function ShownOnce({
  title,
  description,
  secret,
  copying,
  onClose,
  children,
}: {
  title: string;
  description: string;
  secret: string;
  copying: { word: string; done: string; failed: string };
  onClose: () => void;
  children: ReactNode;
}) {
  /** The toast does not repeat the secret. */
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast(copying.done);
    } catch {
      toastProblem(copying.failed, t`Please select it and copy it by hand.`);
    }
  };
  return (
    <Sheet title={title} description={description} onClose={onClose}>
      {children}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={() => void copy()}>{copying.word}</Button>
        <Button look="ember" onClick={onClose}>
          {t`Done`}
        </Button>
      </div>
    </Sheet>
  );
}
