/** Titles and invented artists of each world, for songs that nobody named. */
const TABLE = `
afrobeat: Generator Don Quench / Forty Minutes to Yaba / Palm Wine Parliament / Who Dey Count? / Danfo Yellow / Third Mainland, Standing Still / Big Man Small Shoe / NEPA Blues | Kola Adeyinka & Republic 12 / Ojuelegba All Stars / Sister Bisi Okon / The Harmattan Orchestra
ambient: Glasshouse, Before Rain / Snow on the Antenna / Slow Orbit / The Lake Remembers / Paper Lantern, Drifting / Everything Is Far / Hours Without Numbers / Fog Signal | Ilse Marrow / Quiet Cartography / Hollow Sea Choir / North Window
bass-music: Undertow / Tin Roof, Heavy Rain / Half Weight / Pylon / Sub Rosa / Night Bus 36 | Mass Transit / Ohm Street / Carbon Tide
blues: Left My Hat in Memphis / Slow Freight / Tell the Bartender / Rent’s Due Monday / Mud on the Piano / Three Dollar Shoes | Otis Lamar / The Delta Street Four / Big Ruth Collins
bossa-nova: Copacabana, Off Season / Barefoot on Terrazzo / Guava / The Ferry to Niterói / Linen Shirt / Tarde / Hammock Theory / Um Café, Nada Mais | Lia Monteiro / Duo Maré Alta / Renato & the Balcony / Clara Vento
chamber-waltz: Waltz for an Empty Ballroom / Sixteen Candles, Out / The Last Coach from Baden / Valse à contrecœur / Winter Gloves / Mirror, Second Door / Letters Never Franked / Carousel in the Rain | Halvorsen Quintet / The Lindqvist Chamber Players / Quatuor Belmont / Salon Orlova
country: Gravel and Perfume / Two Lanes, No Shoulder / She Kept the Dog / Amarillo by Degrees / Hat on the Bed / Last Dance at the Feed Store / Buttermilk Sky Motel / Sorry Don’t Start the Truck | Earl Tuttle & the Fence Posts / Loretta Quinn / The Cimarron Drifters / Wade Holloway
dance-pop: Glitterproof / Say It on the Dance Floor / Seven Missed Summers / Neon Lemonade / Heart on Repeat / Confetti Weather | Mila Voss / Sugarline / Juno Avenue
deep-house: Cellar Door / Half Light on Hoxton / The Long Blend / Coat Check / Nine Minutes to Close / Velvet Arithmetic / Somebody Else’s Sunday / Lower Ground Floor | Marlo Dune / Ninth Basement / Inès Vauclair / Soft Locks / Harlan & Ode
folk: The Ferryman’s Daughter / Kindling / Letters to Skye / A Field Before Harvest / Twelve Miles Home / Lantern Song | Wren & Alder / Maeve Thornbury / The Hearth Company
funk: Grease on the Dial / Who Left the Lid Off / Platform Heels, Wet Floor / Two Dollars and a Transfer / Pass the Hot Sauce / Uncle Leon Parks It / Sweat Equity / On the One, Mostly | The Broad Street Extension / Delroy Banks & Company / Mother Tungsten / Sugarfoot Union
gospel-choir: Carry Me over Jordan Street / Morning Came Anyway / Hold On, Sister / A Thousand Hallelujahs / The River Knows / Higher Ground Again | Mount Calvary Mass Choir / Deborah Haynes & Company / The Eastside Voices
heavy-rock: Iron Weather / Salt the Engine / Nine Gates Down / Burn the Map / Widowmaker Road / Second Thunder | Hollow Crown / Red Anvil / The Vultures of Brno
indie-rock: Borrowed Bicycle / Good Luck, Stranger / Northern Summer / Your Band Was Better / Postcards from the Ring Road / Paint the Garage Blue / Nobody’s Coming to the Reunion / Overpass | Tall Fences / The Weekday Saints / Magpie Season / Hollis & the Harbour / Cardigan Riot
jazz-trio: Second Set / Corner Table / Rain on Delancey / Half Past Nothing / The Borrowed Coat / Smoke and Ginger / Left Hand Lament / Blue Umbrella | The Marlow Trio / Etta Lindqvist Trio / Three for Supper / Cal Whitfield Trio
latin-dance: Fuego en la Esquina / Nadie Duerme / La Vecina del Quinto / Calle Sin Sombra / Pregúntale al Mar / Azúcar y Humo | Orquesta Malecón / Lázaro y su Gente / Conjunto Mediodía
liquid-drum-and-bass: Clearwater / Slipstream Letters / Upstream at Dawn / Every Window Open / Blue Shift / Tidewrack / Between Two Stations / Gravity, Gently | Kestrel & Low / Fathom Sound / Amara Vale / Longshore / Etch & Halo
lo-fi: Leftover Rain / Window Seat, Line 6 / Kettle On / Notes in the Margin / The Cat Owns the Sofa / Library Card / 3 a.m. Ramen / Polaroids of Nobody | Dust Jacket / Mellow Ito / Paper Route Sam / Attic Radio Club / Juno Beige
modal-drone: Evening Raga in Blue / The Salt Caravan / Courtyard, Noon / Jasmine Hour / Seven Gates / River of Glass | Anjali Rao / Ensemble Al-Bahr / Samir Haddad & Friends
neo-soul: Honey in the Static / Second Cup / Velvet Errand / Your Side of the Rain / Sunday, Unplanned / Soft Landing | Imani Rue / The Lowlight Social / Dorian Blake
new-age-piano: First Light on the Sill / Slow Water / What the Garden Kept / A Chair by the Window / Eleven Herons / Morning, Unhurried / Letter to a Younger Hand / Moss Path | Annika Sorrel / Jonas Aldermoor / Mirielle Tan / David Ashgrove
orchestra: The Last Lighthouse / A Map of Winter / Cartographer’s Dream / When the Harbor Froze / Overture for an Empty Sky / The Returning | Ostrava Session Orchestra / Helena Marchetti / The Vesper Philharmonic
roots-reggae: Hillside Burning Slow / Sufferer’s Sunday / River Come Down / Babylon Timetable / Breadfruit Shade / Cane Road / Lamp in the Yard / Eastern Standard Dub | Prophet Lowell & the Steady / Ijah Marlowe / The Cedar Valley Players / Sister Orla
soul-ballad: Leave the Porch Light On / Half of This House / Your Side of the Bed / I’ll Carry the Water / Sunday Without You / One More Slow One / The Truth, Twice / Please, Mercy, Please | Odell Rivers / Loretta Vaughn / The Mercy Street Band / Clarence Bell Jr.
synthwave: Sodium Lights / Last Exit West / Rearview Horizon / Miami at Zero Degrees / Chrome Lullaby / The Long Tunnel / Midnight Toll Road / Cassette Weather | Vantage 84 / Nora Halogen / Coastal Grid / Parallel Motors
techno: Sublevel / Concrete Choir / Relay / Pressure Suit / Hall Four / Unlit | Kontakt Null / Vera Holt / Grid Reference
trance: Meridian Line / First Light over Kiel / Altitude / Somewhere Above / Perihelion / The Long Ascent | Solar Ferry / Anneke Ray / Northern Array
trap: No Signal Upstairs / Marble Lobby / Cold Plate / Eleven Missed Calls / Window Seat / Night Cashier | Kilo Saint / Nova Dray / Lil Meridian
vaporwave: Level 3 (Fountain Court) / エスカレーター Sleep / Complimentary Parking / Seiko at 4 A.M. / Hold Music for Angels / Soft Focus Anchor Store / Weather Channel, Muted / 1-800-FOREVER | PALMS & ATRIUM / Luxury Terrarium / 午後テレビ / Chlorine Lobby
`;

/** Titles and artists by the world's name. */
export const NAMES: Readonly<Record<string, readonly [titles: string[], artists: string[]]>> =
  Object.fromEntries(
    TABLE.trim()
      .split('\n')
      .map((line) => {
        const at = line.indexOf(': ');
        const [titles = '', artists = ''] = line.slice(at + 2).split(' | ');
        return [line.slice(0, at), [titles.split(' / '), artists.split(' / ')]];
      }),
  );
