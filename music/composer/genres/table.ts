import { VOICES, type VoiceName } from '../sound/voices.ts';
import { type Feel, isFeel } from '../writing/grooves.ts';
import { isMode, type Mode } from '../writing/progressions.ts';

/**
 * Every genre, its parent unindented: the world that plays it, beats per minute, the rhythm section's feel, the mode, how
 * near the band comes, and who carries the tune, the most typical first. 'own' keeps what the world has, '-' its leads.
 */
const TABLE = `
pop                        dance-pop            104-122 pop       major      exact   -
  dance-pop                dance-pop            114-132 own       own        exact   -
  electropop               dance-pop            107-125 house     minor      exact   square lead, pluck synth, synth lead
  synth-pop                synthwave            107-125 pop       major      close   synth lead, square lead, bells
  indie-pop                indie-rock           111-129 pop       major      close   clean guitar, bells, vibraphone
  dream-pop                indie-rock           84-100  pop       lydian     close   choir, clean guitar, synth lead
  bedroom-pop              lo-fi                84-98   pop       major      close   clean guitar, synth lead, music box
  hyperpop                 dance-pop            140-164 glitch    major      exact   square lead, synth lead, bells
  power-pop                indie-rock           135-157 rock      major      close   electric guitar, organ, clean guitar
  art-pop                  dance-pop            92-110  halftime  dorian     close   strings, choir, marimba
  teen-pop                 dance-pop            96-116  pop       major      exact   pluck synth, bells, clean guitar
  adult-contemporary       soul-ballad          72-86   pop       major      close   grand piano, saxophone, nylon guitar
hip-hop-rap                trap                 84-98   boombap   minor      close   electric piano, flute, vibraphone
  trap                     trap                 130-151 own       own        exact   -
  boom-bap                 lo-fi                84-98   boombap   dorian     close   saxophone, vibraphone, electric piano
  drill                    trap                 132-153 drill     phrygian   exact   bells, violin, grand piano
  cloud-rap                trap                 119-138 halftime  minor      close   choir, synth lead, bells
  conscious-rap            neo-soul             82-95   boombap   dorian     close   grand piano, saxophone, flute
  lo-fi-hip-hop            lo-fi                73-85   own       own        exact   -
  alternative-hip-hop      neo-soul             88-102  breaks    dorian     close   vibraphone, clean guitar, synth lead
  phonk                    trap                 125-145 trap      phrygian   close   square lead, choir, bells
  crunk                    trap                 140-163 halftime  minor      close   brass, square lead, synth lead
  grime                    bass-music           130-151 halftime  phrygian   close   square lead, pizzicato, strings
  jazz-rap                 lo-fi                86-100  boombap   minor      close   muted trumpet, saxophone, vibraphone
r-and-b-soul               neo-soul             84-98   boombap   minor      close   electric piano, saxophone, choir
  contemporary-r-and-b     neo-soul             92-106  trap      minor      close   synth lead, choir, pluck synth
  neo-soul                 neo-soul             78-92   own       own        exact   -
  classic-soul             soul-ballad          92-108  pop       major      close   brass, saxophone, organ
  alternative-r-and-b      neo-soul             70-84   halftime  minor      close   synth lead, choir, clean guitar
  motown                   funk                 110-128 pop       major      distant saxophone, brass, vibraphone
  quiet-storm              neo-soul             66-78   pop       major      close   saxophone, electric piano, nylon guitar
  southern-soul            soul-ballad          76-90   shuffle   mixolydian close   organ, clean guitar, brass
  new-jack-swing           funk                 100-116 boombap   minor      distant synth lead, saxophone, brass
  doo-wop                  soul-ballad          66-78   twelve    major      close   choir, saxophone, vibraphone
  soul-ballad              soul-ballad          63-73   own       own        exact   -
rock                       indie-rock           116-134 rock      major      close   -
  indie-rock               indie-rock           132-153 own       own        exact   -
  alternative-rock         indie-rock           112-130 rock      minor      close   electric guitar, clean guitar, strings
  classic-rock             blues                115-133 rock      mixolydian close   electric guitar, organ, grand piano
  hard-rock                heavy-rock           119-139 rock      minor      close   electric guitar, organ, synth lead
  psychedelic-rock         indie-rock           98-116  breaks    mixolydian close   sitar, organ, electric guitar
  progressive-rock         indie-rock           104-126 funk      dorian     distant synth lead, flute, organ
  garage-rock              indie-rock           147-171 punk      mixolydian close   electric guitar, organ, melodica
  shoegaze                 indie-rock           92-110  rock      lydian     close   choir, electric guitar, strings
  post-rock                indie-rock           76-92   halftime  minor      close   clean guitar, strings, bells
  grunge                   heavy-rock           98-118  rock      phrygian   close   electric guitar, clean guitar, organ
  surf-rock                indie-rock           147-171 rock      minor      close   clean guitar, saxophone, organ
  soft-rock                soul-ballad          84-98   rock      major      distant clean guitar, saxophone, grand piano
metal                      heavy-rock           124-144 metal     minor      close   -
  heavy-metal              heavy-rock           127-147 rock      minor      exact   electric guitar, synth lead, organ
  thrash-metal             heavy-rock           165-191 punk      phrygian   close   -
  death-metal              heavy-rock           173-201 metal     phrygian   distant -
  black-metal              heavy-rock           156-181 metal     minor      distant choir, electric guitar, strings
  doom-metal               heavy-rock           62-76   rock      phrygian   close   electric guitar, organ, choir
  power-metal              heavy-rock           147-171 metal     major      close   synth lead, electric guitar, choir
  progressive-metal        heavy-rock           112-132 metal     dorian     close   synth lead, electric guitar, grand piano
  metalcore                heavy-rock           137-159 halftime  minor      close   electric guitar, strings, bells
  nu-metal                 heavy-rock           96-112  breaks    phrygian   close   electric guitar, synth lead, square lead
  symphonic-metal          heavy-rock           118-138 metal     minor      close   strings, choir, violin
  sludge-metal             heavy-rock           74-90   halftime  phrygian   close   electric guitar, organ, strings
punk-hardcore              heavy-rock           161-187 punk      major      close   -
  punk-rock                heavy-rock           167-194 punk      major      exact   electric guitar, organ, clean guitar
  pop-punk                 heavy-rock           154-178 rock      major      exact   electric guitar, synth lead, bells
  hardcore-punk            heavy-rock           182-211 punk      minor      close   -
  post-punk                indie-rock           136-158 rock      minor      close   clean guitar, synth lead, saxophone
  skate-punk               heavy-rock           179-208 punk      major      close   electric guitar, clean guitar, square lead
  emo                      indie-rock           124-144 breaks    major      close   clean guitar, electric guitar, bells
  screamo                  heavy-rock           145-168 metal     minor      distant clean guitar, electric guitar, strings
  post-hardcore            heavy-rock           132-153 breaks    minor      close   clean guitar, electric guitar, synth lead
  folk-punk                folk                 165-191 train     major      close   accordion, fiddle, banjo
  crust-punk               heavy-rock           172-200 punk      phrygian   distant electric guitar, choir, organ
electronic-dance           trance               117-136 house     minor      close   synth lead, pluck synth, bells
  synthwave                synthwave            100-116 own       own        exact   -
  vaporwave                vaporwave            70-82   own       own        exact   -
  electro                  techno               118-137 breaks    minor      close   square lead, synth lead, bells
  edm                      trance               118-137 house     major      close   synth lead, square lead, pluck synth
  future-bass              bass-music           137-159 trap      major      close   pluck synth, choir, bells
  hardstyle                trance               141-164 trance    minor      close   square lead, synth lead, brass
  chiptune                 dance-pop            130-150 pop       major      close   square lead, pluck synth, music box
  eurodance                trance               127-147 house     minor      close   grand piano, synth lead, brass
  electroclash             techno               114-132 disco     phrygian   close   square lead, synth lead, organ
  nu-disco                 funk                 109-126 disco     minor      close   strings, synth lead, brass
  industrial               techno               107-124 rock      phrygian   distant electric guitar, square lead, choir
  french-touch             deep-house           115-133 disco     minor      close   brass, synth lead, electric piano
house                      deep-house           115-134 house     minor      close   -
  deep-house               deep-house           113-131 own       own        exact   -
  tech-house               techno               117-136 house     minor      close   pluck synth, marimba, square lead
  progressive-house        trance               116-135 house     lydian     close   pluck synth, synth lead, bells
  acid-house               techno               113-131 house     phrygian   exact   square lead, organ, synth lead
  chicago-house            deep-house           113-131 house     dorian     close   organ, grand piano, brass
  afro-house               deep-house           112-130 afro      minor      close   kora, choir, marimba
  tropical-house           dance-pop            100-116 house     major      close   marimba, flute, steelpan
  electro-house            trance               120-139 techno    minor      close   square lead, synth lead, brass
  lo-fi-house              deep-house           111-129 breaks    minor      close   vibraphone, electric piano, synth lead
  melodic-house            trance               112-130 house     dorian     close   pluck synth, strings, bells
  piano-house              deep-house           117-136 house     major      close   grand piano, strings, brass
techno                     techno               121-140 own       own        exact   -
  detroit-techno           techno               121-140 techno    dorian     exact   strings, synth lead, bells
  minimal-techno           techno               116-135 techno    minor      exact   marimba, pluck synth, bells
  dub-techno               techno               111-129 techno    minor      close   electric piano, melodica, organ
  acid-techno              techno               128-149 techno    phrygian   exact   square lead, synth lead, bells
  melodic-techno           trance               114-132 techno    minor      close   pluck synth, synth lead, strings
  hard-techno              techno               136-158 techno    phrygian   close   synth lead, square lead, choir
  industrial-techno        techno               129-150 halftime  phrygian   distant choir, square lead, bells
  ambient-techno           ambient              102-118 techno    lydian     distant bells, pluck synth, synth lead
  hypnotic-techno          techno               123-142 house     dorian     close   bells, marimba, pluck synth
trance-psy                 trance               126-146 own       own        exact   -
  uplifting-trance         trance               129-150 trance    minor      exact   synth lead, strings, pluck synth
  progressive-trance       trance               121-140 house     minor      exact   pluck synth, synth lead, bells
  vocal-trance             trance               124-144 trance    major      close   choir, grand piano, synth lead
  psytrance                trance               134-155 trance    phrygian   close   square lead, synth lead, sitar
  goa-trance               trance               133-154 techno    phrygian   close   sitar, square lead, flute
  tech-trance              trance               129-150 techno    minor      close   square lead, pluck synth, synth lead
  full-on                  trance               136-157 trance    minor      close   synth lead, electric guitar, square lead
  forest-psy               trance               139-161 techno    phrygian   distant marimba, flute, square lead
  psychill                 ambient              90-104  breaks    dorian     close   sitar, flute, synth lead
drum-and-bass-jungle       liquid-drum-and-bass 161-186 dnb       minor      close   -
  liquid-drum-and-bass     liquid-drum-and-bass 161-187 own       own        exact   -
  jungle                   liquid-drum-and-bass 154-179 dnb       minor      close   strings, organ, choir
  neurofunk                bass-music           162-187 dnb       phrygian   close   square lead, synth lead, bells
  jump-up                  bass-music           163-190 dnb       minor      close   square lead, brass, synth lead
  atmospheric-drum-and-bass liquid-drum-and-bass 157-182 dnb       lydian     close   choir, bells, flute
  techstep                 bass-music           160-185 breaks    phrygian   close   synth lead, strings, square lead
  ragga-jungle             liquid-drum-and-bass 156-181 breaks    minor      distant melodica, brass, organ
  halftime                 bass-music           159-184 halftime  phrygian   exact   square lead, bells, choir
  drumfunk                 liquid-drum-and-bass 155-180 breaks    dorian     close   electric piano, vibraphone, saxophone
  breakcore                liquid-drum-and-bass 174-202 glitch    minor      distant music box, square lead, strings
dubstep-bass               bass-music           130-151 halftime  minor      exact   -
  dubstep                  bass-music           130-151 own       own        exact   -
  brostep                  bass-music           135-156 halftime  phrygian   close   square lead, brass, electric guitar
  riddim                   bass-music           133-154 trap      phrygian   close   square lead, bells, synth lead
  melodic-dubstep          bass-music           134-155 halftime  major      close   grand piano, synth lead, strings
  uk-garage                bass-music           123-143 twostep   minor      exact   organ, choir, vibraphone
  future-garage            bass-music           122-141 twostep   lydian     close   choir, bells, electric piano
  speed-garage             bass-music           124-144 house     minor      close   organ, brass, square lead
  bassline                 bass-music           129-150 house     dorian     close   square lead, organ, pluck synth
  glitch-hop               bass-music           100-116 glitch    dorian     close   square lead, saxophone, electric piano
  wonky                    bass-music           91-105  boombap   mixolydian close   synth lead, square lead, vibraphone
  deep-dubstep             bass-music           130-151 onedrop   minor      close   melodica, flute, bells
breaks-downtempo-ambient   ambient              78-92   breaks    dorian     close   -
  ambient                  ambient              71-83   own       own        exact   -
  downtempo                lo-fi                84-98   breaks    minor      close   flute, electric piano, nylon guitar
  chillout                 lo-fi                90-104  pop       major      close   nylon guitar, saxophone, flute
  trip-hop                 lo-fi                74-88   breaks    phrygian   close   strings, muted trumpet, bells
  breakbeat                techno               122-141 breaks    minor      close   organ, square lead, brass
  big-beat                 funk                 110-128 breaks    mixolydian distant electric guitar, organ, square lead
  dark-ambient             ambient              60-70   own       phrygian   close   bells, choir, strings
  drone                    ambient              50-60   own       dorian     close   organ, strings, choir
  chillwave                vaporwave            88-102  pop       lydian     close   synth lead, clean guitar, pluck synth
  illbient                 bass-music           82-95   onedrop   phrygian   distant flute, melodica, bells
  nu-skool-breaks          bass-music           123-143 breaks    dorian     close   synth lead, square lead, brass
jazz                       jazz-trio            132-160 swing     major      exact   saxophone, grand piano, trumpet
  bebop                    jazz-trio            184-216 swing     own        close   saxophone, trumpet, grand piano
  swing                    jazz-trio            148-172 swing     major      close   clarinet, brass, trumpet
  cool-jazz                jazz-trio            112-132 swing     major      close   muted trumpet, vibraphone, saxophone
  modal-jazz               jazz-trio            120-144 swing     dorian     close   trumpet, saxophone, grand piano
  smooth-jazz              neo-soul             88-102  pop       major      close   saxophone, nylon guitar, electric piano
  free-jazz                jazz-trio            152-196 glitch    lydian     distant saxophone, trumpet, clarinet
  jazz-fusion              funk                 108-126 funk      lydian     close   synth lead, electric guitar, electric piano
  latin-jazz               latin-dance          166-192 clave     dorian     close   trumpet, flute, grand piano
  vocal-jazz               jazz-trio            96-120  swing     major      distant choir, clarinet, saxophone
  hard-bop                 jazz-trio            150-180 swing     minor      close   trumpet, saxophone, grand piano
  gypsy-jazz               folk                 176-204 train     minor      close   steel guitar, violin, clarinet
  nu-jazz                  deep-house           112-130 breaks    dorian     close   electric piano, trumpet, flute
  piano-trio               jazz-trio            138-164 own       own        exact   -
blues                      blues                96-120  own       own        exact   -
  delta-blues              folk                 84-100  shuffle   mixolydian close   steel guitar, melodica, nylon guitar
  chicago-blues            blues                104-124 shuffle   own        exact   melodica, electric guitar, grand piano
  electric-blues           blues                92-112  shuffle   mixolydian exact   electric guitar, organ, clean guitar
  acoustic-blues           folk                 92-112  shuffle   dorian     close   steel guitar, fiddle, melodica
  texas-blues              blues                118-136 shuffle   own        exact   electric guitar, clean guitar, organ
  blues-rock               blues                112-130 rock      own        exact   electric guitar, organ, grand piano
  jump-blues               blues                148-172 swing     own        close   saxophone, brass, grand piano
  piedmont-blues           folk                 108-128 train     mixolydian close   steel guitar, banjo, fiddle
  soul-blues               blues                72-88   twelve    minor      close   organ, electric guitar, saxophone
country-americana          country              149-173 train     major      close   -
  classic-country          country              163-189 own       own        exact   -
  country-pop              indie-rock           107-125 pop       major      close   banjo, fiddle, clean guitar
  outlaw-country           country              146-169 train     mixolydian close   clean guitar, melodica, fiddle
  alt-country              folk                 104-122 rock      major      close   electric guitar, fiddle, organ
  bluegrass                folk                 197-228 own       major      close   banjo, fiddle, steel guitar
  americana                folk                 92-110  train     major      close   steel guitar, accordion, melodica
  honky-tonk               country              150-174 shuffle   major      close   fiddle, grand piano, clean guitar
  western-swing            country              169-196 swing     major      close   fiddle, clarinet, trumpet
  country-rock             indie-rock           123-143 rock      mixolydian close   clean guitar, electric guitar, fiddle
  red-dirt                 country              134-156 rock      major      distant clean guitar, fiddle, melodica
folk                       folk                 96-116  own       own        exact   -
  contemporary-folk        folk                 92-110  train     major      exact   steel guitar, violin, accordion
  indie-folk               folk                 104-122 pop       major      close   banjo, bells, violin
  folk-rock                indie-rock           112-130 train     mixolydian close   steel guitar, melodica, organ
  traditional-folk         folk                 100-124 own       dorian     exact   fiddle, whistle, accordion
  celtic-folk              folk                 112-132 hand      dorian     close   whistle, fiddle, accordion
  nordic-folk              folk                 88-106  hand      minor      close   fiddle, flute, choir
  singer-songwriter        folk                 80-98   own       major      exact   grand piano, steel guitar, violin
  chamber-folk             folk                 84-102  orchestra major      close   violin, clarinet, harp
  freak-folk               folk                 88-112  hand      lydian     close   melodica, sitar, music box
  sea-shanty               folk                 108-128 march     minor      close   accordion, choir, fiddle
funk-disco                 funk                 101-117 funk      dorian     exact   -
  classic-funk             funk                 97-113  own       own        exact   -
  p-funk                   funk                 92-106  funk      mixolydian close   synth lead, brass, choir
  disco                    funk                 110-128 disco     minor      close   strings, brass, flute
  italo-disco              synthwave            112-130 disco     minor      close   synth lead, bells, square lead
  boogie                   funk                 105-122 pop       dorian     close   synth lead, electric piano, saxophone
  electro-funk             funk                 106-123 breaks    minor      close   synth lead, square lead, brass
  space-disco              synthwave            106-123 disco     dorian     close   square lead, strings, synth lead
  go-go                    funk                 94-109  afro      dorian     distant brass, organ, saxophone
  cosmic-disco             synthwave            97-113  disco     mixolydian close   flute, synth lead, sitar
  jazz-funk                funk                 104-120 funk      minor      close   electric piano, trumpet, flute
reggae-dub-ska             roots-reggae         73-85   onedrop   major      close   -
  roots-reggae             roots-reggae         69-80   own       own        exact   -
  dub                      roots-reggae         67-77   onedrop   minor      close   melodica, organ, trumpet
  dancehall                latin-dance          95-110  dembow    minor      distant square lead, synth lead, brass
  ska                      roots-reggae         122-142 ska       major      close   brass, saxophone, trumpet
  rocksteady               roots-reggae         80-92   onedrop   major      close   organ, brass, clean guitar
  lovers-rock              roots-reggae         71-83   pop       major      close   saxophone, synth lead, flute
  two-tone                 roots-reggae         131-152 ska       minor      close   organ, brass, melodica
  ska-punk                 heavy-rock           165-191 ska       major      distant brass, saxophone, electric guitar
  ragga                    latin-dance          91-105  dembow    phrygian   distant melodica, square lead, organ
  reggae-fusion            roots-reggae         84-98   dembow    major      close   steelpan, synth lead, brass
latin                      latin-dance          95-110  own       own        close   -
  reggaeton                latin-dance          88-102  dembow    minor      exact   pluck synth, flute, nylon guitar
  salsa                    latin-dance          170-198 clave     minor      exact   brass, trumpet, flute
  bachata                  latin-dance          121-140 cumbia    minor      close   nylon guitar, clean guitar, saxophone
  merengue                 latin-dance          135-157 soca      major      close   accordion, saxophone, brass
  cumbia                   latin-dance          88-102  cumbia    minor      exact   accordion, clarinet, flute
  bossa-nova               bossa-nova           122-142 own       own        exact   -
  samba                    bossa-nova           174-202 samba     major      close   flute, trumpet, nylon guitar
  tango                    chamber-waltz        115-133 own       minor      distant accordion, violin, grand piano
  latin-pop                latin-dance          95-111  pop       major      close   nylon guitar, synth lead, accordion
  latin-trap               trap                 130-151 dembow    phrygian   close   nylon guitar, flute, bells
  mariachi                 latin-dance          108-128 polka     major      distant trumpet, violin, nylon guitar
  norteño                  country              128-148 polka     major      distant accordion, clarinet, saxophone
african                    afrobeat             106-123 afro      dorian     close   -
  afrobeats                afrobeat             96-112  afrobeats minor      close   synth lead, saxophone, flute
  afrobeat                 afrobeat             107-124 own       own        exact   -
  amapiano                 deep-house           105-122 afrobeats minor      close   electric piano, flute, marimba
  highlife                 afrobeat             112-130 afro      major      close   clean guitar, trumpet, saxophone
  soukous                  afrobeat             127-147 soca      major      close   clean guitar, saxophone, accordion
  gqom                     techno               116-135 afro      phrygian   close   choir, square lead, marimba
  mbalax                   afrobeat             120-140 afro      minor      distant kora, synth lead, brass
  juju                     afrobeat             105-121 hand      major      close   clean guitar, steel guitar, accordion
  desert-blues             afrobeat             96-112  hand      mixolydian distant clean guitar, electric guitar, kora
  ethio-jazz               afrobeat             92-108  swing     phrygian   distant saxophone, vibraphone, organ
  kizomba                  afrobeat             84-98   dembow    minor      distant synth lead, clean guitar, saxophone
caribbean                  latin-dance          107-125 soca      major      close   steelpan, brass, accordion
  soca                     latin-dance          144-167 soca      major      close   brass, synth lead, steelpan
  calypso                  latin-dance          111-129 clave     major      close   steelpan, trumpet, clarinet
  zouk                     latin-dance          92-106  dembow    major      close   synth lead, saxophone, clean guitar
  kompa                    latin-dance          99-115  cumbia    major      distant clean guitar, saxophone, accordion
  steelpan                 latin-dance          115-133 soca      lydian     close   steelpan, marimba, flute
  chutney                  latin-dance          122-142 bhangra   mixolydian distant accordion, violin, synth lead
  mento                    folk                 111-129 cumbia    major      distant banjo, flute, nylon guitar
  bouyon                   latin-dance          148-172 soca      minor      distant square lead, synth lead, brass
  son-cubano               latin-dance          120-140 clave     mixolydian exact   trumpet, nylon guitar, flute
  rumba                    latin-dance          104-122 clave     minor      close   nylon guitar, choir, trumpet
middle-east-north-africa   modal-drone          92-108  hand      phrygian   close   -
  arabic-pop               dance-pop            97-113  hand      phrygian   distant oud, violin, synth lead
  raï                      modal-drone          104-120 dembow    phrygian   distant accordion, synth lead, trumpet
  dabke                    modal-drone          115-133 bhangra   phrygian   close   melodica, square lead, oud
  khaleeji                 modal-drone          96-112  tabla     phrygian   close   oud, violin, strings
  turkish-folk             modal-drone          84-104  hand      dorian     close   oud, clarinet, fiddle
  anatolian-rock           indie-rock           112-130 hand      phrygian   distant oud, electric guitar, organ
  persian-classical        modal-drone          72-90   tabla     dorian     close   oud, violin, flute
  gnawa                    modal-drone          96-116  afro      minor      close   oud, choir, kora
  mizrahi                  modal-drone          104-124 disco     phrygian   distant violin, oud, accordion
  shaabi                   modal-drone          108-126 hand      minor      close   accordion, oud, square lead
  tarab                    modal-drone          76-92   hand      mixolydian close   violin, oud, strings
south-asia                 modal-drone          88-108  tabla     mixolydian close   -
  bollywood                dance-pop            104-124 tabla     major      distant strings, sitar, flute
  bhangra                  modal-drone          100-118 bhangra   mixolydian close   synth lead, sitar, flute
  hindustani-classical     modal-drone          72-92   tabla     lydian     exact   sitar, flute, violin
  carnatic                 modal-drone          88-108  tabla     major      close   violin, flute, sitar
  qawwali                  modal-drone          104-124 tabla     minor      close   accordion, choir, flute
  ghazal                   modal-drone          68-84   tabla     minor      close   accordion, violin, sitar
  indian-pop               dance-pop            96-112  tabla     minor      distant flute, synth lead, sitar
  punjabi-pop              dance-pop            92-106  bhangra   minor      distant sitar, synth lead, flute
  baul                     modal-drone          92-110  hand      major      close   oud, flute, fiddle
  sufi-rock                indie-rock           100-118 tabla     dorian     distant electric guitar, sitar, accordion
east-and-southeast-asia    dance-pop            104-120 pop       minor      close   pluck synth, flute, strings
  k-pop                    dance-pop            111-129 own       minor      exact   synth lead, pluck synth, square lead
  j-pop                    dance-pop            132-153 rock      major      close   electric guitar, strings, bells
  c-pop                    dance-pop            84-100  pop       major      close   harp, flute, strings
  city-pop                 funk                 99-115  disco     major      close   saxophone, electric piano, synth lead
  j-rock                   heavy-rock           146-170 rock      minor      close   electric guitar, strings, synth lead
  mandopop                 soul-ballad          68-80   pop       major      close   strings, grand piano, flute
  cantopop                 soul-ballad          72-86   rock      minor      close   grand piano, saxophone, strings
  enka                     soul-ballad          66-78   bossa     minor      distant saxophone, violin, trumpet
  gamelan                  modal-drone          92-120  hand      lydian     distant bells, marimba, vibraphone
  dangdut                  modal-drone          111-129 tabla     phrygian   distant flute, electric guitar, synth lead
  opm                      soul-ballad          76-90   pop       own        close   clean guitar, grand piano, strings
  thai-pop                 dance-pop            98-116  pop       mixolydian distant flute, synth lead, marimba
  v-pop                    dance-pop            92-108  trap      minor      distant flute, harp, pluck synth
classical-orchestral       orchestra            84-104  orchestra major      exact   -
  baroque                  orchestra            92-112  own       minor      close   harpsichord, violin, trumpet
  classical-period         orchestra            108-132 own       major      close   violin, clarinet, flute
  romantic                 chamber-waltz        125-145 own       minor      close   grand piano, violin, clarinet
  impressionist            new-age-piano        66-78   own       lydian     close   flute, harp, grand piano
  modern-classical         orchestra            76-92   own       phrygian   distant clarinet, violin, marimba
  minimalism               orchestra            116-136 own       lydian     distant marimba, vibraphone, clarinet
  chamber-music            chamber-waltz        136-158 own       own        exact   -
  symphonic                orchestra            96-124  orchestra minor      exact   strings, brass, flute
  solo-piano               new-age-piano        70-84   own       minor      close   grand piano, harp, strings
  film-score               orchestra            72-96   own       own        exact   -
  neoclassical             new-age-piano        74-92   own       dorian     close   violin, grand piano, strings
opera-choral               gospel-choir         72-88   orchestra mixolydian distant -
  opera                    orchestra            80-104  orchestra mixolydian distant choir, violin, strings
  operetta                 chamber-waltz        144-168 own       major      distant clarinet, choir, flute
  oratorio                 orchestra            76-96   own       major      distant choir, trumpet, strings
  choral                   gospel-choir         66-80   orchestra major      close   choir, organ, strings
  gregorian-chant          gospel-choir         54-66   orchestra dorian     distant choir, organ, flute
  a-cappella               gospel-choir         80-98   hand      major      distant choir, whistle, strings
  requiem                  gospel-choir         56-68   orchestra minor      distant choir, strings, organ
  art-song                 new-age-piano        76-92   own       major      distant violin, flute, clarinet
  boys-choir               gospel-choir         70-86   orchestra lydian     distant choir, flute, organ
gospel-christian           gospel-choir         84-104  pop       major      close   -
  traditional-gospel       gospel-choir         68-84   own       own        exact   -
  contemporary-gospel      gospel-choir         92-112  funk      major      exact   organ, brass, electric piano
  worship                  indie-rock           68-82   halftime  major      close   clean guitar, strings, grand piano
  christian-rock           indie-rock           118-136 rock      lydian     close   electric guitar, strings, organ
  christian-hip-hop        trap                 87-101  trap      major      close   grand piano, choir, strings
  southern-gospel          gospel-choir         104-124 train     major      close   grand piano, choir, fiddle
  spirituals               gospel-choir         62-76   twelve    minor      close   choir, grand piano, clarinet
  hymns                    gospel-choir         72-86   orchestra major      close   organ, choir, trumpet
  christian-pop            dance-pop            96-112  pop       lydian     close   grand piano, synth lead, strings
new-age-wellness           new-age-piano        70-82   own       major      close   flute, grand piano, harp
  meditation               ambient              56-66   own       lydian     close   bells, flute, choir
  sleep                    ambient              50-58   own       major      close   music box, harp, strings
  healing                  ambient              58-70   own       major      close   flute, bells, harp
  nature-sounds            ambient              60-72   own       mixolydian distant flute, kora, whistle
  yoga                     ambient              66-78   hand      mixolydian close   sitar, flute, bells
  binaural                 ambient              52-62   own       lydian     distant organ, bells, strings
  spa                      new-age-piano        64-76   own       lydian     close   harp, flute, nylon guitar
  celtic-new-age           new-age-piano        72-86   own       dorian     close   harp, whistle, violin
  space-music              ambient              62-76   own       dorian     close   synth lead, bells, choir
  piano                    new-age-piano        73-85   own       own        exact   -
world-traditional          folk                 96-120  hand      dorian     distant flute, fiddle, accordion
  celtic                   folk                 116-138 hand      mixolydian close   whistle, fiddle, harp
  klezmer                  folk                 124-148 polka     phrygian   distant clarinet, violin, accordion
  flamenco                 bossa-nova           112-132 hand      phrygian   distant nylon guitar, flute, violin
  fado                     bossa-nova           84-100  bossa     minor      distant steel guitar, violin, clarinet
  balkan-brass             latin-dance          132-156 polka     phrygian   distant brass, clarinet, trumpet
  polka                    country              116-136 polka     own        distant accordion, clarinet, trumpet
  throat-singing           modal-drone          72-92   hand      mixolydian distant fiddle, flute, choir
  andean                   folk                 88-108  hand      minor      distant flute, nylon guitar, whistle
  hawaiian                 folk                 92-110  cumbia    major      distant steel guitar, nylon guitar, vibraphone
  romani                   folk                 128-156 polka     minor      distant violin, accordion, clarinet
  aboriginal               modal-drone          84-104  hand      dorian     distant flute, choir, marimba
experimental-avant-garde   ambient              76-100  glitch    lydian     distant bells, marimba, synth lead
  noise                    techno               92-124  glitch    phrygian   distant electric guitar, square lead, choir
  glitch                   bass-music           112-132 glitch    lydian     close   bells, pluck synth, vibraphone
  musique-concrète         vaporwave            68-88   glitch    phrygian   distant bells, pizzicato, clarinet
  electroacoustic          ambient              66-88   glitch    phrygian   distant violin, clarinet, marimba
  free-improvisation       jazz-trio            116-168 glitch    phrygian   distant clarinet, violin, saxophone
  idm                      bass-music           124-148 glitch    dorian     close   bells, music box, synth lead
  sound-art                ambient              54-72   own       phrygian   distant music box, strings, bells
  plunderphonics           vaporwave            76-96   breaks    mixolydian distant brass, strings, vibraphone
  microtonal               modal-drone          80-104  glitch    lydian     distant bells, harpsichord, vibraphone
  generative               ambient              72-92   own       mixolydian close   marimba, vibraphone, bells
other                      lo-fi                88-108  pop       major      distant vibraphone, clarinet, melodica
  comedy                   country              132-156 march     major      distant clarinet, banjo, whistle
  spoken-word              lo-fi                66-80   own       dorian     distant grand piano, flute, vibraphone
  soundtrack               orchestra            80-104  own       dorian     close   strings, grand piano, choir
  video-game               dance-pop            124-148 rock      minor      close   square lead, music box, pluck synth
  musical-theatre          gospel-choir         112-132 pop       major      distant brass, clarinet, strings
  holiday                  gospel-choir         96-116  swing     major      distant bells, choir, brass
  children                 folk                 108-128 polka     major      close   music box, whistle, marimba
  lounge                   bossa-nova           107-125 bossa     major      close   vibraphone, flute, saxophone
  marching-band            afrobeat             109-127 march     major      distant brass, trumpet, whistle
  novelty                  folk                 132-160 ska       major      distant melodica, banjo, clarinet
`;

/** Every genre by its stored value, 'parent' or 'parent:sub'. */
export const GENRES: ReadonlyMap<string, Genre> = new Map(readTable(TABLE));

function readTable(table: string): [string, Genre][] {
  let parent = '';
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', world = '', tempo = '', feel = '', mode = '', closeness, ...leads] = line
        .trim()
        .split(/\s+/);
      if (!line.startsWith(' ')) parent = name;
      const [slow, fast] = tempo.split('-').map(Number);
      const genre: Genre = {
        world,
        tempo: [slow!, fast!],
        feel: known(feel === 'own' || isFeel(feel), feel, line) as Feel | 'own',
        mode: known(mode === 'own' || isMode(mode), mode, line) as Genre['mode'],
        closeness: closeness as Closeness,
        ...leadsOf(leads.join(' '), line),
      };
      return [line.startsWith(' ') ? `${parent}:${name}` : parent, genre];
    });
}

function leadsOf(names: string, line: string): Pick<Genre, 'leads'> {
  if (names === '-') return {};
  const leads = names.split(', ').map((name) => known(Object.hasOwn(VOICES, name), name, line) as VoiceName);
  return { leads: [leads[0]!, leads[1]!, leads[2]!] };
}

function known(yes: boolean, word: string, line: string): string {
  if (!yes) throw new Error(`No ${word}: ${line}`);
  return word;
}

/** Closeness of the band to a genre: written for it, of its family, or a stand-in. */
export type Closeness = 'exact' | 'close' | 'distant';

/** Settings with which the band plays one genre. */
export type Genre = {
  world: string;
  /** Beats per minute, slowest to fastest. */
  tempo: readonly [number, number];
  /** The rhythm section's pool of grooves; 'own' is the world's. */
  feel: Feel | 'own';
  /** 'own' keeps the world's keys and progressions. */
  mode: Mode | 'own';
  closeness: Closeness;
  /** Leads, the most typical first, where the genre wants others than the world. */
  leads?: readonly [VoiceName, VoiceName, VoiceName];
};
