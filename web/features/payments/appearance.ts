import type { Appearance } from '@stripe/stripe-js';
import { useSyncExternalStore } from 'react';

/** The card form in our colors, again whenever the system changes its theme. */
export function useAppearance(): Appearance {
  useSyncExternalStore(subscribeToTheme, isDark);
  return appearance();
}

const darkTheme = () => matchMedia('(prefers-color-scheme: dark)');
const isDark = () => darkTheme().matches;

function subscribeToTheme(onChange: () => void): () => void {
  const query = darkTheme();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** The form is in a frame of Stripe's, which knows neither our tokens nor OKLCH. */
function appearance(): Appearance {
  return {
    theme: 'flat',
    variables: {
      colorPrimary: rgb('ember-ink'),
      colorBackground: rgb('stage'),
      colorText: rgb('ink'),
      colorTextSecondary: rgb('soft'),
      colorTextPlaceholder: rgb('faint'),
      colorDanger: rgb('bad'),
      borderRadius: '8px',
      fontFamily: 'system-ui, sans-serif',
    },
    rules: { '.Input': { border: `1px solid ${rgb('line')}` } },
  };
}

/** A color token as `rgb(…)`: a canvas turns any color that the browser understands into bytes. */
function rgb(token: string): string {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.color = `var(--color-${token})`;
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  canvas.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
