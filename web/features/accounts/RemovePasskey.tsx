import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Passkey } from 'contract/login-methods.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox } from '../../ui/Field.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { toast } from '../../ui/toasts.ts';
import { passkeysQuery } from './security-queries.ts';

/** Asks once more, and removes a passkey. */
export function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: Passkey; onClose: () => void }) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call('DELETE /auth/passkeys/:id', { params: { id } }),
    onSuccess: () => {
      toast('Passkey removed');
      onClose();
    },
    // Also after a failure: it may have been removed elsewhere.
    onSettled: () => client.invalidateQueries(passkeysQuery),
  });
  return (
    <Sheet
      title={`Remove “${name}”`}
      description="It can no longer be used to log in here. Your device keeps it until you delete it there, too."
      onClose={onClose}
    >
      {error && <ErrorBox>{error.message}</ErrorBox>}
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button disabled={isPending} onClick={() => mutate()} className="bg-bad! text-ground!">
          Remove passkey
        </Button>
      </div>
    </Sheet>
  );
}
