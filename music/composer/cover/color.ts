/**
 * OKLCH to a six-digit sRGB hex, since the renderer (librsvg) does not read oklch().
 * A color outside sRGB keeps its lightness and hue and loses chroma. `hue` in degrees, any turn.
 * Matrices: Björn Ottosson, "A perceptual color space for image processing".
 */
export function oklch(lightness: number, chroma: number, hue: number): string {
  const l = Math.min(1, Math.max(0, lightness));
  let low = 0;
  let high = Math.max(0, chroma);
  if (fits(linear(l, high, hue))) return hex(linear(l, high, hue));
  for (let step = 0; step < 14; step++) {
    const middle = (low + high) / 2;
    if (fits(linear(l, middle, hue))) low = middle;
    else high = middle;
  }
  return hex(linear(l, low, hue));
}

type Rgb = [number, number, number];

function linear(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function fits(rgb: Rgb): boolean {
  return rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005);
}

function hex(rgb: Rgb): string {
  const pairs = rgb.map((channel) => {
    const c = Math.min(1, Math.max(0, channel));
    const encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${pairs.join('')}`;
}
