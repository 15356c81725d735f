/**
 * Runs in the page of an artist: plays all songs from beginning to end. It never seeks, because after a seek browsers
 * leave out up to 45 ms of the sound, which would be heard as a gap at the end of the song.
 */
export async function playSongs(songs: number): Promise<void> {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const played = new Set<string>();
  const listen = ({ target }: Event) => played.add((target as HTMLAudioElement).currentSrc);
  // Media events do not bubble, but the document can capture them.
  document.addEventListener('ended', listen, true);
  // The button is drawn before the script that listens to it is here.
  while (!document.querySelector('audio[src]')) {
    const buttons = [...document.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent?.trim() === 'Play all')?.click();
    await pause(500);
  }
  while (played.size < songs) await pause(50);
  await pause(1000);
}
