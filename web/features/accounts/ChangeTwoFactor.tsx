import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast } from '../../ui/toasts.ts';
import { useContractForm } from '../../ui/use-contract-form.ts';
import { passwordAndCodeRules } from './code-rules.ts';
import { PasswordAndCode } from './PasswordAndCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { secondFactorQuery } from './security-queries.ts';

const words = {
  codes: {
    title: 'New recovery codes',
    text: 'Your current codes will stop working.',
    button: 'Make new codes',
  },
  off: {
    title: 'Turn off two-factor authentication',
    text: 'Your password alone will be enough to log in.',
    button: 'Turn off',
  },
};

/** Replaces the recovery codes, or turns the second factor off. */
export function ChangeTwoFactor({ what, onClose }: { what: keyof typeof words; onClose: () => void }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const { title, text, button } = words[what];
  const { field, submit, problem, busy } = useContractForm({
    rules: passwordAndCodeRules,
    defaultValues: { password: '', code: '' },
    onSubmit: async (body) => {
      if (what === 'codes') {
        const made = await call('POST /auth/second-factor/recovery-codes', { body });
        setCodes(made.recovery_codes);
        return;
      }
      await call('DELETE /auth/second-factor', { body });
      toast('Two-factor authentication is off');
      onClose();
      void client.invalidateQueries(secondFactorQuery);
    },
    failure: { title: 'Couldn’t change two-factor authentication' },
  });
  const close = () => {
    void client.invalidateQueries(secondFactorQuery);
    onClose();
  };
  if (codes) return <RecoveryCodes codes={codes} onClose={close} />;
  return (
    <Sheet title={title} description={text} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-5">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        <PasswordAndCode field={field} needsCode />
        <Button type="submit" look="ember" disabled={busy}>
          {button}
        </Button>
      </form>
    </Sheet>
  );
}
