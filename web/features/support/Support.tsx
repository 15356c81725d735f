import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { SupportDialog } from './SupportDialog.tsx';

/** Leads to a message to the people who run the site; nothing where they take none. */
export function Support({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['support'],
    queryFn: () => call('GET /support'),
    meta: { private: true },
  });
  if (!data?.available) return null;
  return (
    <section aria-labelledby="support" className="mt-11">
      <h2 id="support" className="mb-3 text-title">
        {data.premium ? 'Premium support' : 'Support'}
      </h2>
      <p className="mb-4 text-soft">
        {data.premium
          ? 'As a Platinum member, you come first: your messages are marked for the people who run this site.'
          : 'Is something wrong, or do you have an idea? Write to the people who run this site.'}
      </p>
      <Button onClick={() => setOpen(true)}>Write a message</Button>
      {open && <SupportDialog email={email} onClose={() => setOpen(false)} />}
    </section>
  );
}
