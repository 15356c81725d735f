/** The parent genres whose listeners often like each other's; each pair is listed once. */
const pairs = [
  ['pop', 'r-and-b-soul electronic-dance rock east-and-southeast-asia'],
  ['hip-hop-rap', 'r-and-b-soul dubstep-bass breaks-downtempo-ambient'],
  ['r-and-b-soul', 'funk-disco blues gospel-christian jazz'],
  ['rock', 'metal punk-hardcore blues folk'],
  ['metal', 'punk-hardcore'],
  ['electronic-dance', 'house techno trance-psy funk-disco'],
  ['house', 'techno funk-disco'],
  ['techno', 'trance-psy'],
  ['drum-and-bass-jungle', 'dubstep-bass breaks-downtempo-ambient electronic-dance'],
  ['breaks-downtempo-ambient', 'new-age-wellness experimental-avant-garde'],
  ['jazz', 'blues funk-disco latin'],
  ['blues', 'country-americana'],
  ['country-americana', 'folk'],
  ['folk', 'world-traditional'],
  ['reggae-dub-ska', 'caribbean african'],
  ['latin', 'caribbean'],
  ['african', 'middle-east-north-africa'],
  ['middle-east-north-africa', 'south-asia world-traditional'],
  ['south-asia', 'world-traditional'],
  ['east-and-southeast-asia', 'world-traditional'],
  ['classical-orchestral', 'opera-choral new-age-wellness experimental-avant-garde'],
  ['opera-choral', 'gospel-christian'],
  ['other', 'pop classical-orchestral'],
] as const;

const neighbors = new Map<string, Set<string>>();
for (const [genre, others] of pairs)
  for (const other of others.split(' ')) {
    neighbors.set(genre, (neighbors.get(genre) ?? new Set()).add(other));
    neighbors.set(other, (neighbors.get(other) ?? new Set()).add(genre));
  }

/** The parent genres next to a parent genre. */
export const neighborsOf = (parent: string): string[] => [...(neighbors.get(parent) ?? [])];
