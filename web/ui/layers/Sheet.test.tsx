// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { installStandIns } from '../../testing/stand-ins.ts';
import { Sheet } from './Sheet.tsx';

installStandIns();
afterEach(cleanup);

function Opener({ children }: { children: React.ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Sheet title="Dialog" onClose={() => setOpen(false)}>
          {children}
        </Sheet>
      )}
    </>
  );
}

/** A form that focuses its second field, as the request dialog does when the first one is filled in. */
function Form() {
  const artist = useRef<HTMLInputElement>(null);
  useEffect(() => artist.current?.focus(), []);
  return (
    <>
      <input aria-label="Song name" defaultValue="Blue" />
      <input aria-label="Artist name" ref={artist} />
    </>
  );
}

it('focuses its first field, not Close', async () => {
  render(
    <Opener>
      <input type="file" aria-label="Picture" />
      <input aria-label="Name" />
    </Opener>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
});

it('without a field to fill in, the dialog itself has the focus, so that its title is seen and read', async () => {
  render(
    <Opener>
      <p>Text</p>
      <input type="checkbox" aria-label="An option below the text" />
      <input type="range" aria-label="A slider" />
    </Opener>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
});

it('returns focus to the button that opened it, although a field in it took the focus first', async () => {
  render(
    <Opener>
      <Form />
    </Opener>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Artist name')));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});
