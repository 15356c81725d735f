import type { Appearance } from '@stripe/stripe-js';

/** The provider's form in our colours. It lives in a frame of its own and knows neither our tokens nor OKLCH. */
export function appearance(): Appearance {
  return {
    theme: 'flat',
    variables: {
      colorPrimary: colour('ember-ink'),
      colorBackground: colour('stage'),
      colorText: colour('ink'),
      colorTextSecondary: colour('soft'),
      colorTextPlaceholder: colour('faint'),
      colorDanger: colour('bad'),
      borderRadius: '8px',
      fontFamily: 'system-ui, sans-serif',
    },
    rules: { '.Input': { border: `1px solid ${colour('line')}` } },
  };
}

/** A colour token as `rgb(…)`: a canvas turns whatever the browser understands into bytes. */
function colour(token: string): string {
  const probe = document.body.appendChild(document.createElement('span'));
  probe.style.color = `var(--color-${token})`;
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  canvas.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
