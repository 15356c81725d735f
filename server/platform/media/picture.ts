/** Recognizes JPEG, PNG, GIF, WebP and AVIF by their first bytes, so that no other format reaches a decoder. */
export function isPicture(file: Uint8Array): boolean {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 16));
  const starts = (text: string, at = 0) => head.toString('latin1', at, at + text.length) === text;
  return (
    starts('\xff\xd8\xff') ||
    starts('\x89PNG\r\n\x1a\n') ||
    starts('GIF87a') ||
    starts('GIF89a') ||
    (starts('RIFF') && starts('WEBP', 8)) ||
    (starts('ftyp', 4) && (starts('avif', 8) || starts('avis', 8)))
  );
}
