/** "−14.3 LUFS". Not in `format.ts`, which the first page loads. */
export const formatLoudness = (lufs: number): string => `${lufs.toFixed(1).replace('-', '−')} LUFS`;
