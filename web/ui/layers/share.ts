import { t } from '@lingui/core/macro';
import { trackPath } from 'contract/text/slugs.ts';
import { type ToastAction, toast, toastProblem } from './toasts.ts';

/** Opens the device's share sheet for a page; without one, copies its URL. */
export async function shareLink(title: string, url: string): Promise<void> {
  if (!('share' in navigator)) return copyLink(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // The person closed the sheet.
    if ((error as Error).name !== 'AbortError') await copyLink(url);
  }
}

/** Copies a URL, or shows it if the browser refuses. */
export const copyLink = (url: string) => copyText(url, t`Link copied`, t`The link could not be copied`);

/** The next steps in the toast of a song that has just come out. */
export function songActions(
  track: { id: string; title: string },
  navigate: (path: string) => void,
): ToastAction[] {
  const path = trackPath(track);
  return [
    { label: t`See the song`, run: () => navigate(path) },
    { label: t`Copy link`, run: () => void copyLink(location.origin + path) },
  ];
}

/** Copies a text and says so. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done, text);
  } catch {
    toastProblem(failed, text);
  }
}

/** Opens the device's share sheet with a picture; where it takes no files, or the picture is missing, with the link. */
export async function shareFile(title: string, url: string, picture: string, name: string): Promise<void> {
  try {
    const response = await fetch(picture);
    if (!response.ok) throw new Error(`The picture failed to load with status ${response.status}.`);
    const files = [new File([await response.blob()], name, { type: 'image/jpeg' })];
    if (!navigator.canShare?.({ files })) return shareLink(title, url);
    await navigator.share({ title, text: `${title} ${url}`, files });
  } catch (error) {
    // The person closed the sheet.
    if ((error as Error).name !== 'AbortError') await shareLink(title, url);
  }
}
