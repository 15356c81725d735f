/** Every column that refers to a file. Files of a column that is missing here are removed. */
export const MEDIA_COLUMNS = [
  ['track', 'audio_url'],
  ['track', 'cover_image_url'],
  ['track', 'preview_url'],
  ['track', 'waveform_json_url'],
  ['user', 'avatar_url'],
  ['playlist', 'cover_image_url'],
  ['upload', 'url'],
  ['take', 'audio_url'],
  ['take', 'waveform_json_url'],
] as const;

const ADDRESS = /\/media\/[0-9a-f]{32}(?:-\d{1,4})?\.\w+/g;

/** The addresses of files anywhere in a text: older rows may name the host that a file was uploaded through. */
export const addressesIn = (text: string) => [...text.matchAll(ADDRESS)].map(([address]) => address);

/** All widths of a picture count as one file. */
export const withoutWidth = (address: string) => address.replace(/-\d{1,4}\.webp$/, '.webp');
