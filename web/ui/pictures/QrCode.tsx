import { generate } from 'lean-qr';
import { useMemo } from 'react';

/** Empty modules around the code, as scanners need them. */
const MARGIN = 4;

/** A text as a QR code, dark on white in both themes: many scanners read nothing else. */
export function QrCode({
  text,
  label,
  className = 'share-code',
}: {
  text: string;
  label: string;
  className?: string;
}) {
  const { size, path } = useMemo(() => {
    const code = generate(text);
    const modules: string[] = [];
    for (let y = 0; y < code.size; y++)
      for (let x = 0; x < code.size; x++)
        if (code.get(x, y)) modules.push(`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`);
    return { size: code.size + 2 * MARGIN, path: modules.join('') };
  }, [text]);
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" shapeRendering="crispEdges">
      <title>{label}</title>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#17110d" />
    </svg>
  );
}
