import { shareLink } from './share-link.ts';

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
