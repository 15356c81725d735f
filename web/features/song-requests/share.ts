import { toast, toastProblem } from '../../ui/toasts.ts';

/** Opens the device's share sheet for a page of ours; without one, copies the page's URL. */
export async function share(path: string, title: string): Promise<void> {
  const url = location.origin + path;
  try {
    if (navigator.share) return await navigator.share({ title, url });
    await navigator.clipboard.writeText(url);
    toast('Link copied', url);
  } catch (error) {
    // The person closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toastProblem('The link could not be copied', url);
  }
}
