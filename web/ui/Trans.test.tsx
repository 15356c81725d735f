// @vitest-environment jsdom
import { Trans as Message } from '@lingui/react/macro';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';

it.each(['<0>', '</0>', '<0/>', '<toString></toString>', 'plain'])(
  'what people write is no markup of a message: %s',
  (name) => {
    const { container } = render(
      <Message>
        <b>{name}</b> asked for it.
      </Message>,
    );
    expect(container.textContent).toBe(`${name} asked for it.`);
    expect(container.querySelector('b')!.textContent).toBe(name);
  },
);
