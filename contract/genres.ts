/** The genres of §2, as data. Without zod, since the genre picker reads this table too. */

export interface Genre {
  /** The stored value: `parent` or `parent:sub`. */
  value: string;
  slug: string;
  label: string;
}

export interface ParentGenre extends Genre {
  subs: readonly Genre[];
}

/** `decisions.md` 5: lower case, `&` as `and`, every other run of non-letters one hyphen. */
function slugOf(label: string): string {
  return label
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

const table: [parent: string, subs: string][] = [
  [
    'Pop',
    'Dance Pop, Electropop, Synth-Pop, Indie Pop, Dream Pop, Bedroom Pop, Hyperpop, Power Pop, Art Pop, Teen Pop, Adult Contemporary',
  ],
  [
    'Hip-Hop / Rap',
    'Trap, Boom Bap, Drill, Cloud Rap, Conscious Rap, Lo-Fi Hip-Hop, Alternative Hip-Hop, Phonk, Crunk, Grime, Jazz Rap',
  ],
  [
    'R&B / Soul',
    'Contemporary R&B, Neo-Soul, Classic Soul, Alternative R&B, Motown, Quiet Storm, Southern Soul, New Jack Swing, Doo-Wop, Soul Ballad',
  ],
  [
    'Rock',
    'Indie Rock, Alternative Rock, Classic Rock, Hard Rock, Psychedelic Rock, Progressive Rock, Garage Rock, Shoegaze, Post-Rock, Grunge, Surf Rock, Soft Rock',
  ],
  [
    'Metal',
    'Heavy Metal, Thrash Metal, Death Metal, Black Metal, Doom Metal, Power Metal, Progressive Metal, Metalcore, Nu Metal, Symphonic Metal, Sludge Metal',
  ],
  [
    'Punk / Hardcore',
    'Punk Rock, Pop Punk, Hardcore Punk, Post-Punk, Skate Punk, Emo, Screamo, Post-Hardcore, Folk Punk, Crust Punk',
  ],
  [
    'Electronic / Dance',
    'Synthwave, Vaporwave, Electro, EDM, Future Bass, Hardstyle, Chiptune, Eurodance, Electroclash, Nu Disco, Industrial, French Touch',
  ],
  [
    'House',
    'Deep House, Tech House, Progressive House, Acid House, Chicago House, Afro House, Tropical House, Electro House, Lo-Fi House, Melodic House, Piano House',
  ],
  [
    'Techno',
    'Detroit Techno, Minimal Techno, Dub Techno, Acid Techno, Melodic Techno, Hard Techno, Industrial Techno, Ambient Techno, Hypnotic Techno',
  ],
  [
    'Trance / Psy',
    'Uplifting Trance, Progressive Trance, Vocal Trance, Psytrance, Goa Trance, Tech Trance, Full-On, Forest Psy, Psychill',
  ],
  [
    'Drum & Bass / Jungle',
    'Liquid Drum & Bass, Jungle, Neurofunk, Jump Up, Atmospheric Drum & Bass, Techstep, Ragga Jungle, Halftime, Drumfunk, Breakcore',
  ],
  [
    'Dubstep / Bass',
    'Dubstep, Brostep, Riddim, Melodic Dubstep, UK Garage, Future Garage, Speed Garage, Bassline, Glitch Hop, Wonky, Deep Dubstep',
  ],
  [
    'Breaks / Downtempo / Ambient',
    'Ambient, Downtempo, Chillout, Trip-Hop, Breakbeat, Big Beat, Dark Ambient, Drone, Chillwave, Illbient, Nu Skool Breaks',
  ],
  [
    'Jazz',
    'Bebop, Swing, Cool Jazz, Modal Jazz, Smooth Jazz, Free Jazz, Jazz Fusion, Latin Jazz, Vocal Jazz, Hard Bop, Gypsy Jazz, Nu Jazz, Piano Trio',
  ],
  [
    'Blues',
    'Delta Blues, Chicago Blues, Electric Blues, Acoustic Blues, Texas Blues, Blues Rock, Jump Blues, Piedmont Blues, Soul Blues',
  ],
  [
    'Country / Americana',
    'Classic Country, Country Pop, Outlaw Country, Alt-Country, Bluegrass, Americana, Honky Tonk, Western Swing, Country Rock, Red Dirt',
  ],
  [
    'Folk',
    'Contemporary Folk, Indie Folk, Folk Rock, Traditional Folk, Celtic Folk, Nordic Folk, Singer-Songwriter, Chamber Folk, Freak Folk, Sea Shanty',
  ],
  [
    'Funk / Disco',
    'Classic Funk, P-Funk, Disco, Italo Disco, Boogie, Electro-Funk, Space Disco, Go-Go, Cosmic Disco, Jazz-Funk',
  ],
  [
    'Reggae / Dub / Ska',
    'Roots Reggae, Dub, Dancehall, Ska, Rocksteady, Lovers Rock, Two-Tone, Ska Punk, Ragga, Reggae Fusion',
  ],
  [
    'Latin',
    'Reggaeton, Salsa, Bachata, Merengue, Cumbia, Bossa Nova, Samba, Tango, Latin Pop, Latin Trap, Mariachi, Norteño',
  ],
  [
    'African',
    'Afrobeats, Afrobeat, Amapiano, Highlife, Soukous, Gqom, Mbalax, Juju, Desert Blues, Ethio-Jazz, Kizomba',
  ],
  ['Caribbean', 'Soca, Calypso, Zouk, Kompa, Steelpan, Chutney, Mento, Bouyon, Son Cubano, Rumba'],
  [
    'Middle East / North Africa',
    'Arabic Pop, Raï, Dabke, Khaleeji, Turkish Folk, Anatolian Rock, Persian Classical, Gnawa, Mizrahi, Shaabi, Tarab',
  ],
  [
    'South Asia',
    'Bollywood, Bhangra, Hindustani Classical, Carnatic, Qawwali, Ghazal, Indian Pop, Punjabi Pop, Baul, Sufi Rock',
  ],
  [
    'East & Southeast Asia',
    'K-Pop, J-Pop, C-Pop, City Pop, J-Rock, Mandopop, Cantopop, Enka, Gamelan, Dangdut, OPM, Thai Pop, V-Pop',
  ],
  [
    'Classical / Orchestral',
    'Baroque, Classical Period, Romantic, Impressionist, Modern Classical, Minimalism, Chamber Music, Symphonic, Solo Piano, Film Score, Neoclassical',
  ],
  [
    'Opera / Choral',
    'Opera, Operetta, Oratorio, Choral, Gregorian Chant, A Cappella, Requiem, Art Song, Boys Choir',
  ],
  [
    'Gospel / Christian',
    'Traditional Gospel, Contemporary Gospel, Worship, Christian Rock, Christian Hip-Hop, Southern Gospel, Spirituals, Hymns, Christian Pop',
  ],
  [
    'New Age / Wellness',
    'Meditation, Sleep, Healing, Nature Sounds, Yoga, Binaural, Spa, Celtic New Age, Space Music, Piano',
  ],
  [
    'World / Traditional',
    'Celtic, Klezmer, Flamenco, Fado, Balkan Brass, Polka, Throat Singing, Andean, Hawaiian, Romani, Aboriginal',
  ],
  [
    'Experimental / Avant-Garde',
    'Noise, Glitch, Musique Concrète, Electroacoustic, Free Improvisation, IDM, Sound Art, Plunderphonics, Microtonal, Generative',
  ],
  [
    'Other',
    'Comedy, Spoken Word, Soundtrack, Video Game, Musical Theatre, Holiday, Children, Lounge, Marching Band, Novelty',
  ],
];

/** Every parent with its sub-genres, in the order of §2. */
export const genres: readonly ParentGenre[] = table.map(([label, subs]) => {
  const slug = slugOf(label);
  return {
    value: slug,
    slug,
    label,
    subs: subs.split(', ').map((sub) => ({ value: `${slug}:${slugOf(sub)}`, slug: slugOf(sub), label: sub })),
  };
});

/** §2's quick picks. */
export const quickPicks: readonly Genre[] = [
  'electronic-dance:synthwave',
  'hip-hop-rap:trap',
  'rock:indie-rock',
  'pop:hyperpop',
  'r-and-b-soul:neo-soul',
  'electronic-dance:vaporwave',
].map((value) => genreOf(value)!);

/** The genre with this stored value. */
export function genreOf(value: string): Genre | undefined {
  const parent = genres.find(({ slug }) => slug === value.split(':', 1)[0]);
  return parent?.value === value ? parent : parent?.subs.find((sub) => sub.value === value);
}

/** The stored values of a genre and of its sub-genres. */
export const withSubs = (genre: string): string[] => [
  genre,
  ...(genres.find(({ value }) => value === genre)?.subs.map(({ value }) => value) ?? []),
];

export function isGenre(value: string): boolean {
  return genreOf(value) !== undefined;
}

/** The label of a stored value: the sub-genre's or the parent's. Returns unknown values unchanged. */
export function genreLabel(value: string): string {
  return genreOf(value)?.label ?? value;
}
