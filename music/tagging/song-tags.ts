/** A song's tags. They must be the same for the same song, because the file's name is its hash. */
export interface SongTags {
  title: string;
  artist: string;
  album?: string | undefined;
  genre?: string | undefined;
  /** The program or model that made it. */
  tool?: string | undefined;
  /** `2026-11-22` or `2026-11-22T10:15:00`, UTC. */
  made: string;
  copyright?: string | undefined;
  comment?: string | undefined;
  lyrics: string | undefined;
  /** The lyrics by lines, when each is sung; none without times. Seconds. */
  timedLyrics: readonly { at: number; text: string }[];
  /** Fields without a frame of their own, by their names. */
  fields: Readonly<Record<string, string>>;
  /** A JPEG. */
  cover?: Uint8Array | undefined;
}

/** The field with the IPTC's address of what kind of source made the sound, which XMP says too. */
export const SOURCE_TYPE = 'DIGITALSOURCETYPE';

/** The XMP packet that tells readers how the sound was made (IPTC Photo Metadata 2023); undefined if that is not known. */
export function xmpOf({ fields }: Pick<SongTags, 'fields'>): string | undefined {
  const source = fields[SOURCE_TYPE];
  if (source === undefined) return undefined;
  const address = source.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:DigitalSourceType>${address}</Iptc4xmpExt:DigitalSourceType></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}
