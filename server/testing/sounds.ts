/** A 16-bit WAV file: a tone that swells and fades, with a different pitch in each channel. */
export function wav(
  seconds: number,
  { sampleRate = 44_100, channels = 2, hz = 440, level = 0.3 } = {},
): Buffer {
  const sound = Array.from({ length: channels }, (_, c) =>
    Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) => {
      const swell = level * (0.6 + 0.4 * Math.sin(i / sampleRate));
      return swell * Math.sin((2 * Math.PI * hz * (1 + c / 4) * i) / sampleRate);
    }),
  );
  return wavOf(sound, sampleRate);
}

/** Sound from -1 to 1 as a 16-bit WAV file. */
export function wavOf(sound: readonly Float32Array[], sampleRate: number): Buffer {
  const [channels, frames] = [sound.length, sound[0]!.length];
  const file = Buffer.alloc(44 + frames * channels * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * channels * 2, 28);
  file.writeUInt16LE(channels * 2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(file.length - 44, 40);
  for (let i = 0; i < frames; i++)
    for (let c = 0; c < channels; c++)
      file.writeInt16LE(Math.round(sound[c]![i]! * 32_767), 44 + (i * channels + c) * 2);
  return file;
}

const BOUNDARY = 'between-the-parts';

/** Encodes files as `multipart/form-data`. */
export function form(...files: { field: string; name: string; data: Buffer }[]) {
  const parts = files.flatMap(({ field, name, data }) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    data,
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}
