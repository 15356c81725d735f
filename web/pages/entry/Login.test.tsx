// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, signUp } from '../../../server/testing/server.ts';
import { closeAndForget, currentUrl, openPage, pageServer } from '../../testing/page.tsx';

const s = pageServer();
let person: Person;
beforeEach(async () => {
  person = await signUp(s, { name: 'Wanda Quell' });
});

type User = ReturnType<typeof openPage>['user'];
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const token = () => localStorage.getItem('ovation.token');

async function logIn(user: User, email: string, password: string) {
  await user.clear(await field('Email'));
  if (email) await user.type(await field('Email'), email);
  await user.clear(await field('Password'));
  if (password) await user.type(await field('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log In' }));
}

describe('Login', () => {
  it('shows Welcome back! and opens Explore', async () => {
    const { user, toast, wire } = openPage(s, '/login');
    await logIn(user, person.email, PASSWORD);
    await screen.findByRole('button', { name: 'Account menu of Wanda Quell' });
    await waitFor(() => expect(currentUrl()).toBe('/'));
    expect(toast()).toBe('Welcome back!');
    expect(await screen.findByText('Welcome back!')).toBeTruthy();
    expect(token()).toMatch(/.{20}/);
    expect(wire.calls.filter((one) => one === 'GET /auth/me')).toHaveLength(1);
  });

  it('accepts the email in any case and with spaces, and Enter submits', async () => {
    const { user, toast } = openPage(s, '/login');
    await user.type(await field('Email'), `  ${person.email.toUpperCase()} `);
    await user.type(await field('Password'), `${PASSWORD}{Enter}`);
    await waitFor(() => expect(toast()).toBe('Welcome back!'));
  });

  it('shows Login failed in a box and a toast, also for an unknown email', async () => {
    const { user, toast } = openPage(s, '/login');
    for (const [email, password] of [
      [person.email, 'not the password'],
      ['nobody@people.example', PASSWORD],
    ] as const) {
      await logIn(user, email, password);
      const box = await screen.findByRole('alert');
      expect(box.textContent).toBe('Failed to log in. Please check your credentials.');
      expect(toast()).toBe('Login failed | Failed to log in. Please check your credentials.');
    }
    expect(currentUrl()).toBe('/login');
    expect(token()).toBeNull();
    expect(screen.getByRole('button', { name: 'Log In' })).toHaveProperty('disabled', false);
  });

  it('says why somebody is there, and shows the password on request', async () => {
    const { user } = openPage(s, '/library');
    await screen.findByRole('heading', { level: 1, name: 'Log in to open your library' });
    await user.type(await field('Password'), 'a quiet stage');
    const type = async () => (await field('Password')).type;
    expect(await type()).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await type()).toBe('text');
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(await type()).toBe('password');
    await user.click(screen.getByRole('link', { name: 'Sign up' }));
    await screen.findByRole('heading', { level: 1, name: 'Sign up to open your library' });
  });

  it('reports an unreachable server and works once it is back', async () => {
    const { user, toast, wire } = openPage(s, '/login');
    wire.failing = /auth\/login/;
    await logIn(user, person.email, PASSWORD);
    expect((await screen.findByRole('alert')).textContent).toMatch(/^You seem to be offline/);
    expect(toast()).toMatch(/^Login failed \| You seem to be offline/);
    wire.failing = undefined;
    await logIn(user, person.email, PASSWORD);
    await waitFor(() => expect(toast()).toBe('Welcome back!'));
  });

  it.each([
    ['', '', 'Invalid email', 'Please use at least 6 characters.'],
    ['wanda', 'correct horse', 'Invalid email', undefined],
    ['wanda@people.example', '12345', undefined, 'Please use at least 6 characters.'],
  ])(
    'with "%s" and "%s" nothing is sent, and the fields say why',
    async (email, password, atEmail, atPassword) => {
      const { user, wire } = openPage(s, '/login');
      await logIn(user, email, password);
      await waitFor(() =>
        expect([atEmail, atPassword].every((text) => !text || screen.queryByText(text))).toBe(true),
      );
      for (const [name, wrong] of [
        ['Email', atEmail],
        ['Password', atPassword],
      ] as const) {
        const input = await field(name);
        expect(input.getAttribute('aria-invalid')).toBe(wrong ? 'true' : null);
        if (wrong) {
          const note = document.getElementById(input.getAttribute('aria-describedby')!);
          expect(note!.textContent).toBe(wrong);
        }
      }
      expect(wire.calls).not.toContain('POST /auth/login');
    },
  );

  it('supports password managers', async () => {
    openPage(s, '/login');
    expect((await field('Email')).autocomplete).toBe('username');
    expect((await field('Password')).autocomplete).toBe('current-password');
    expect((await field('Password')).type).toBe('password');
  });

  it('returns to the previous page, also by way of signup', async () => {
    const { user } = openPage(s, '/login?from=%2Fprofile');
    await user.click(await screen.findByRole('link', { name: 'Sign up' }));
    await screen.findByRole('heading', { level: 1, name: 'Sign up to open your profile' });
    expect(currentUrl()).toBe('/signup?from=%2Fprofile');
    await user.click(screen.getByRole('link', { name: 'Log in' }));
    await screen.findByRole('heading', { level: 1, name: 'Log in to open your profile' });
    await logIn(user, person.email, PASSWORD);
    await waitFor(() => expect(currentUrl()).toBe('/profile'));
  });

  it.each(['https://evil.example', '//evil.example', '/%09/evil.example', '/%5Cevil.example'])(
    'is not led out of the house by ?from=%s',
    async (from) => {
      const { user, toast } = openPage(s, `/login?from=${from}`);
      await logIn(user, person.email, PASSWORD);
      await waitFor(() => expect(currentUrl()).toBe('/'));
      expect(location.origin).toBe('http://localhost:3000');
      expect(toast()).toBe('Welcome back!');
    },
  );

  it('redirects a person who is signed in', async () => {
    openPage(s, '/login?from=%2Fprofile', person);
    await waitFor(() => expect(currentUrl()).toBe('/profile'));
  });

  it('resets the password by mail when mail is configured', async () => {
    const { user, toast } = openPage(s, '/login');
    await user.click(await screen.findByRole('button', { name: 'Forgot password?' }));
    await user.type(await field('Email'), person.email);
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    await screen.findByText(/^If there is an account for/);
    await waitFor(() => expect(s.mails).toHaveLength(1));
    const [link] = /https?:\/\/\S+#reset=\S+/.exec(JSON.stringify(s.mails[0]).replaceAll('\\n', ' '))!;
    closeAndForget();

    const { hash } = new URL(link!.replace(/["\\].*$/, ''));
    const second = openPage(s, `/login${hash}`);
    await screen.findByRole('heading', { level: 1, name: 'Choose a new password' });
    expect(location.hash).toBe('');
    await second.user.type(await field('New password'), 'a new horse');
    await second.user.click(screen.getByRole('button', { name: 'Set password' }));
    await screen.findByRole('heading', { level: 1, name: 'Log in' });
    expect(second.toast()).toBe('Password changed | Please log in with your new password.');
    await logIn(second.user, person.email, 'a new horse');
    await waitFor(() => expect(second.toast()).toBe('Welcome back!'));
    expect(toast).toBeTypeOf('function');
  });

  it('offers no reset when mail is not configured', async () => {
    s.c.mail = null;
    const { wire } = openPage(s, '/login');
    await field('Email');
    await waitFor(() => expect(wire.calls).toContain('GET /auth/settings'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(screen.queryByRole('button', { name: 'Forgot password?' })).toBeNull();
  });
});

describe('Signup', () => {
  async function fill(user: User, name: string, email: string, password: string) {
    if (name) await user.type(await field('Name'), name);
    if (email) await user.type(await field('Email'), email);
    if (password) await user.type(await field('Password'), password);
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
  }

  it('shows Account created! and opens Explore with the free plan', async () => {
    const { user, toast } = openPage(s, '/signup');
    await screen.findByText('Save songs: 5 for free, as many as you like with Plus.');
    await fill(user, 'Mara Øst', 'mara@people.example', 'a quiet stage');
    await screen.findByRole('button', { name: 'Account menu of Mara Øst' });
    await waitFor(() => expect(currentUrl()).toBe('/'));
    expect(toast()).toBe('Account created!');
    expect(await screen.findByRole('heading', { level: 1, name: 'Music the crowd calls for.' })).toBeTruthy();
    expect(screen.getByText('Free')).toBeTruthy();
    const statuses = await s.c.db.selectFrom('account_status').select('plan_tier').execute();
    expect(statuses.map(({ plan_tier }) => plan_tier)).toEqual(['free', 'free']);
  });

  it('returns to the previous page', async () => {
    const { user } = openPage(s, '/signup?from=%2Fprofile');
    await fill(user, 'Mara', 'mara@people.example', 'a quiet stage');
    await waitFor(() => expect(currentUrl()).toBe('/profile'));
  });

  it('shows Signup failed in a box, a toast and at the field when the email is taken', async () => {
    const { user, toast } = openPage(s, '/signup');
    await fill(user, 'Twin', person.email, 'a quiet stage');
    const sentence = 'An account with this email already exists. Please log in instead.';
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(toast()).toBe(`Signup failed | ${sentence}`);
    expect(currentUrl()).toBe('/signup');
    expect(token()).toBeNull();
  });

  it('requires a name, an email and six characters, at the fields', async () => {
    const { user, wire } = openPage(s, '/signup');
    expect(await screen.findByText('At least 6 characters.')).toBeTruthy();
    await fill(user, '   ', 'mara@', '12345');
    await screen.findByText('Please enter your name.');
    expect(screen.getByText('Invalid email')).toBeTruthy();
    expect(screen.getByText('Please use at least 6 characters.')).toBeTruthy();
    expect(wire.calls).not.toContain('POST /auth/signup');
    // What is put right stops being wrong at once.
    await user.type(await field('Password'), '6');
    await waitFor(() => expect(screen.queryByText('Please use at least 6 characters.')).toBeNull());
  });

  it('supports password managers', async () => {
    openPage(s, '/signup');
    expect((await field('Name')).autocomplete).toBe('name');
    expect((await field('Password')).autocomplete).toBe('new-password');
  });
});
