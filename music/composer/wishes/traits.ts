import { rowsOf } from './instruments.ts';
import type { Effect, TraitKind } from './wish.ts';

type Trait = {
  kind: TraitKind;
  chip: string;
  effect: Effect;
  words: string;
  opposite: string | undefined;
};

/**
 * Traits of a whole song, a line each: name | kind | chip | effect | what 'not' makes of it | its words. Adverbs
 * and comparatives ('slowly', 'slower') are understood from the base word.
 */
const TABLE = `
slow | pace | Slow | pace -1 | fast | slow, unhurried, downtempo, down tempo, slow paced, leisurely, lento, adagio, largo, dragging, plodding, crawling, slow tempo, low tempo, slow motion, slowed, slowed down, 🐢, 🐌
ballad | pace | A ballad | pace -0.75, energy -0.25, touch -0.15, legato 0.3 |  | ballad, slow dance, slow jam, torch song
power-ballad | pace | A power ballad | pace -0.7, energy 0.2, touch 0.1, shape build |  | power ballad
moderate | pace | Medium tempo | pace 0.08 |  | medium tempo, mid tempo, midtempo, moderate, medium paced, walking pace, andante, moderato, medium
fast | pace | Fast | pace 1 | slow | fast, quick, up tempo, uptempo, rapid, speedy, racing, galloping, fast paced, presto, vivace, brisk, high tempo, hurried, breakneck, double speed, 🏎
waltz | feel | Waltz, three beats to the bar | feel waltz | four-four | waltz, waltzing, three four, in three, triple time, triple meter, minuet, ländler
four-four | feel | Four beats to the bar | feel pop |  | common time, four four
five-four | feel | Five beats to the bar | feel five |  | five four, in five, five time, take five, quintuple
four-on-the-floor | feel | Four on the floor | feel house |  | four on the floor, four to the floor, 4 on the, four floor
jig | feel | A jig | feel twelve, pace 0.5, energy 0.2 |  | jig, gigue, tarantella, slip jig, ceilidh
half-time | feel | Half-time | drums half, energy -0.1 |  | half time, halftime
double-time | feel | Double-time | density 0.8, energy 0.2 |  | double time, doubletime
swinging | feel | Swinging | feel swing | straight | swing, swung, swinging, swingy, jazzy, jazz, bebop, dixieland, ragtime, jazz club
shuffling | feel | Shuffle | feel shuffle | straight | shuffle, shuffling, bluesy, blues
straight | feel | Straight, no swing | feel pop, legato -0.1 |  | straight, unswung, straight feel, straight eighths
funky | feel | Funky | feel funk, energy 0.1 |  | funky, funk, soul, soulful, rnb, neo soul, groovy, groove, syncopated, syncopation
latin | feel | Latin rhythm | feel clave |  | latin, salsa, clave, cuban, mambo, rumba, tango, latino, bachata, merengue
bossa | feel | Bossa nova rhythm | feel bossa, touch -0.2 |  | bossa, bossa nova
samba | feel | Samba rhythm | feel samba, energy 0.1 |  | samba, brazilian, carnival
reggae | feel | Reggae rhythm | feel onedrop |  | reggae, one drop, jamaican, dub, offbeat
ska | feel | Ska rhythm | feel ska, energy 0.1 |  | ska
afro | feel | African rhythm | feel afro |  | african, afro, afrobeat, afrobeats, amapiano, polyrhythm, polyrhythmic
cumbia | feel | Cumbia rhythm | feel cumbia |  | cumbia
reggaeton | feel | Reggaeton beat | feel dembow |  | reggaeton, dembow, perreo
soca | feel | Soca rhythm | feel soca, energy 0.1 |  | soca, calypso
drill | feel | Drill beat | feel drill |  | drill, grime
garage | feel | Garage beat | feel twostep |  | uk garage, two step, 2 step
disco | feel | Disco beat | feel disco, energy 0.15 |  | disco
house | feel | House beat | feel house |  | house, house beat, edm, club beat
techno | feel | Techno beat | feel techno |  | techno, rave
trap | feel | Trap drums | feel trap |  | trap, trap beat
boombap | feel | Hip-hop beat | feel boombap |  | hip hop, hiphop, boom bap, boombap, rap beat
breaks | feel | Broken beat | feel breaks |  | broken beat, breaks, jungle, drum and bass, drum n bass, drum'n'bass, dnb
rocking | feel | Rock beat | feel rock, energy 0.1 |  | rock, rocking, rocky, rock and roll, rock n roll, rock'n'roll, rockabilly
punk | feel | Punk beat | feel punk, energy 0.3 |  | punk, punky, pogo
metallic | feel | Metal beat | feel metal, energy 0.4 |  | metal, double kick, blast beat, blastbeat, thrash, metalcore
country | feel | Train beat | feel train |  | country, train beat, bluegrass, western, hoedown
polka | feel | Polka | feel polka |  | polka, oompah, klezmer
marching | feel | March | feel march |  | march, marching, military, parade
glitchy | feel | Glitchy beat | feel glitch |  | glitch, glitchy, stuttering, idm
major | mode | In a major key | mode major, bright 0.1 | minor | major, major key
minor | mode | In a minor key | mode minor, bright -0.1 | major | minor, minor key
dorian | mode | Dorian | mode dorian, bright -0.05 |  | dorian
phrygian | mode | Phrygian | mode phrygian, bright -0.1 |  | phrygian, oriental, arabic, middle eastern, eastern
lydian | mode | Lydian | mode lydian, bright 0.1 |  | lydian
mixolydian | mode | Mixolydian | mode mixolydian, bright 0.05 |  | mixolydian, celtic, irish, scottish, sea shanty, shanty
sad | mood | Sad | mode minor, pace -0.55, energy -0.3, touch -0.25, density -0.2, legato 0.4, bright -0.3 | happy | sad, sadness, sorrow, sorrowful, mournful, melancholy, melancholic, melancholia, tragic, heartbroken, heartbreak, heartbreaking, grief, grieving, tear, tearful, crying, cry, weeping, lonely, loneliness, lonesome, depressed, depressing, gloomy, gloom, break up, breakup, loss, goodbye, farewell, missing, regret, bittersweet, wistful, blue, despair, hopeless, mourning, funeral, lament, elegy, died, passed away, is gone, gone, miss him, miss her, miss you, broken heart, broken hearted, miserable, heartache, emo, requiem, 😢, 😭, 💔
happy | mood | Happy | mode major, pace 0.35, energy 0.2, touch 0.1, density 0.15, legato -0.15, bright 0.3 | sad | happy, happiness, joyful, joy, joyous, cheerful, cheery, merry, sunny, sunshine, uplifting, positive, smiling, smile, feel good, feelgood, good mood, optimistic, delightful, jolly, glad, celebrate, celebration, celebratory, festive, carefree, summery, summer, laughter, wholesome, good vibes, cheesy, laughing, 😀, 😃, 😊, 😄, 🌞, 🥳
dark | mood | Dark | mode minor, bright -0.6, density -0.1, room 0.3 | bright | dark, darkness, brooding, ominous, moody, noir, shadowy, bleak, grim, murky, gothic, goth, night, midnight, late night, doom, sombre, somber, 🌑, 🖤
menacing | mood | Menacing | mode phrygian, bright -0.4, energy 0.15, density 0.1, warmth 0.3 |  | menacing, sinister, evil, threatening, scary, creepy, spooky, horror, haunted, haunting, eerie, fear, danger, dangerous, demonic, villain, halloween, nightmare, 👻, 😱
tense | mood | Tense | mode phrygian, density 0.3, legato -0.5, energy 0.1 | calm | tense, tension, suspense, suspenseful, nervous, anxious, anxiety, uneasy, thriller, urgent, urgency, restless, chase
angry | mood | Angry | mode minor, pace 0.5, energy 0.7, touch 0.5, density 0.4, legato -0.3, warmth 0.7 | calm | angry, anger, rage, furious, fury, hate, mad, aggressive, aggression, brutal, violent, vengeful, revenge, rebellious, hostile, ferocious, fierce, 😡, 🤬
calm | mood | Calm | pace -0.45, energy -0.4, touch -0.4, density -0.35, legato 0.3, bright -0.15 | energetic | calm, calming, peaceful, peace, serene, serenity, tranquil, relaxed, relaxing, relax, chill, chilled, chillout, laid back, laidback, mellow, easy listening, soothing, gentle, tender, easygoing, easy going, lazy, soft, restful, quiet mood, cosy, cozy, intimate, delicate, light hearted calm, smooth, 😌
dreamy | mood | Dreamy | mode lydian, pace -0.25, touch -0.2, legato 0.5, room 0.6, density -0.1 |  | dreamy, dream, dreamlike, floating, weightless, ethereal, otherworldly, wonder, magical, magic, fairy tale, enchanted, mystical, celestial, heavenly, space, spacey, cosmic, underwater, hazy, psychedelic, trippy, surreal, ✨, 🌌
mysterious | mood | Mysterious | mode dorian, pace -0.15, density -0.25, bright -0.25, room 0.3 |  | mysterious, mystery, enigmatic, secretive, curious, exotic, strange, weird, detective, spy
romantic | mood | Romantic | mode major, pace -0.35, energy -0.15, touch -0.15, legato 0.5, bright -0.1 |  | romantic, romance, love, i love you, loving, lovely, sensual, sexy, passionate, valentine, affectionate, sentimental, tenderness, heartfelt, warm hearted, lover, kiss, ❤, 😍, 💕, 🌹
hopeful | mood | Hopeful | mode major, energy 0.15, bright 0.25, legato 0.2, touch 0.1 |  | hopeful, hope, inspiring, inspirational, inspired, motivational, motivating, encouraging, reassuring, sunrise, dawn, new beginning, spring, morning, 🌅
triumphant | mood | Triumphant | mode major, energy 0.5, touch 0.4, bright 0.2, density 0.2 | calm | triumphant, triumph, victorious, victory, heroic, hero, glorious, proud, pride, majestic, anthem, anthemic, champion, noble, royal, 🏆
epic | mood | Epic | energy 0.6, touch 0.45, room 0.6, density 0.25, source orchestral | minimal | epic, cinematic, grand, grandiose, huge sounding, movie, film, blockbuster, trailer, monumental, dramatic, drama, soundtrack, sweeping, larger than life, battle, war, adventure, adventurous, 🎬
nostalgic | mood | Nostalgic | mode major, pace -0.2, bright -0.4, warmth 0.4, touch -0.1, dust tape |  | nostalgic, nostalgia, memory, childhood, yearning, longing, old times, faded, autumn, autumnal, rainy, rain, reminiscent, homesick, 🍂, 🌧
playful | mood | Playful | mode major, pace 0.3, legato -0.6, density 0.15, bright 0.2 | serious | playful, funny, comic, comical, silly, quirky, whimsical, cute, bouncy, bounce, goofy, catchy tune, mischievous, humorous, cartoon, childlike, perky, circus, light hearted, lighthearted, fun, 🤪, 🤡
serious | mood | Serious | mode minor, legato 0.3, density -0.1, energy -0.1 |  | serious, solemn, hymn, chorale, gospel, reverent, sacred, holy, spiritual, religious, prayer, dignified, stately, contemplative, thoughtful, reflective, introspective, pensive, meditating
cold | mood | Cold | mode minor, bright 0.35, legato -0.1, density -0.25, room 0.3 | warm | cold, icy, ice, frozen, winter, wintry, robotic, mechanical, sterile, snow, ❄
wild | mood | Wild | pace 0.5, energy 0.6, touch 0.3, density 0.6 | calm | wild, crazy, chaotic, frantic, frenetic, manic, hectic, insane, chaos, unhinged, experimental, 🔥
singalong | mood | For singing along | mode major, energy 0.2, density -0.2, touch 0.1 |  | sing along, singalong, singable, sing along chorus, football chant
cool | mood | Cool | mode dorian, touch -0.15, legato -0.2, energy -0.1 |  | cool, slick, suave, stylish, classy, sophisticated, elegant, swagger, 😎
energetic | energy | Energetic | pace 0.45, energy 0.6, touch 0.3, density 0.35 | calm | energetic, energy, driving, upbeat, lively, exciting, excited, powerful, power, intense, intensity, pumping, pounding, banging, thumping, hard hitting, high energy, vibrant, hype, hyped, banging tune, bop, up beat, dynamic, vigorous, explosive, strong, catchy, hard, ⚡, 💪
heavy | energy | Heavy | energy 0.6, touch 0.4, density 0.2, warmth 0.8, bright -0.15 | light | heavy, hefty, crushing, thunderous, weighty, gritty, raw, dirty, massive, huge, big, bombastic, wall of sound
light | energy | Light | energy -0.35, touch -0.2, density -0.2, bright 0.1 | heavy | light, airy, breezy, feather light, thin, subtle, understated, small, simple, easy
busy | density | Busy | density 0.8 | sparse | busy, dense, complex, intricate, virtuosic, virtuoso, full sound, full band, rich, layered, elaborate, maximalist, many notes, crowded, technical, flashy, lush
sparse | density | Sparse | density -0.8, energy -0.25 | busy | sparse, minimalist, empty, uncluttered, stripped, stripped down, stripped back, few notes, spacious arrangement, bare, restrained, pared back, pared down, less is more, space between the notes
minimal | density | Minimal | density -0.7, energy -0.4 | busy | minimal, minimalism
whole-band | energy | The whole band | energy 0.4, touch 0.5, band whole |  | whole band, entire band, everybody plays, everyone plays, everybody joins in, everyone joins in
loud | dynamics | Loud | touch 0.7, energy 0.4 | quiet | loud, fortissimo, forte, with a bang, bang, full blast, blasting, noisy, big sound, 📢, 🔊
quiet | dynamics | Quiet | touch -0.7, energy -0.4 | loud | quiet, softly, soft dynamics, pianissimo, hushed, silent, whisper, whispered, whispering, low volume, muted, silence, background, in the background, unobtrusive, 🤫, 🔈
staccato | dynamics | Short notes | legato -1 | legato | staccato, short notes, choppy, punchy, tight, snappy, crisp, clipped, stabs
legato | dynamics | Long notes | legato 1 | staccato | legato, long notes, sustained, flowing, lyrical, fluid, drawn out, sustain, swelling
build | shape | Builds up | shape build | steady | build up, buildup, build, builds, building, crescendo, rising, grow, growing, gradually, rise, climb, climbing, swell, swells, slow burn, slow build, step by step, 📈
steady | shape | Steady throughout | shape steady | build | steady, constant, even, monotonous, hypnotic, repetitive, looping, loop, loopable, mantra, same level, unchanging, consistent
drop | shape | A drop | shape drop | steady | drop, beat drop, drops
break | shape | A break | shape break |  | break, breakdown, break down, interlude, breather
stop | shape | A stop before the last chorus | shape stop |  | stop, pause, stop time, full stop, music stops, everything stops, moment of silence, stop for a, dead stop, dramatic pause
key-change | shape | A key change | shape key change |  | key change, change of key, changes key, change key, changing key, modulation, modulate, modulates, key goes up, up a key, a tone higher, up a tone, up a step, transpose
speed-up | shape | Speeds up | shape speed up |  | speed up, speeds up, speeding up, accelerando, accelerate, accelerating, faster and faster, picks up speed, picks up the, pick up speed
slow-down | shape | Slows down | shape slow down |  | slow down, slows down, slowing down, ritardando, rallentando, slower and slower
call-response | shape | Call and response | shape call and response |  | call and response, call response, question and answer, answer each other, trade solos, trading solos
long-intro | shape | Long intro | shape long intro | no-intro | long intro, long introduction, extended intro, long opening
no-intro | shape | No intro | shape no intro | long-intro | straight in, right in, immediately, starts right away, straight to the hook, straight to the chorus, straight away, straight into the chorus, short intro, hook first, starts with the chorus, begins with the chorus, right away, no intro, without intro, without an intro, no introduction, skip the intro
fade-out | shape | Fades out | shape fade out | end | fade out, fadeout, fades out, fade, fades, fading, fade away, fades away, dies away, die away, dying away, trails off, disappears, fading out
fade-in | shape | Fades in | shape fade in | no-intro | fade in, fades in, fading in
end | shape | Ends at once | shape end | fade-out | ends suddenly, abrupt ending, abrupt end, sudden end, sudden ending, cold ending, hard stop, stops suddenly, abrupt, abruptly, sudden, suddenly
acoustic | source | Acoustic | source acoustic, drums acoustic, warmth -0.2 | electric | acoustic, unplugged, organic, natural instruments, live band, natural, real instruments, wooden
folk | source | Folk | source acoustic, drums acoustic, warmth -0.2 |  | folk, folky, campfire, bonfire, medieval, renaissance, tavern, singer songwriter
electric | source | Electric | source electric, warmth 0.2 | acoustic | electric, amplified, plugged in
electronic | source | Electronic | source electronic, drums electronic | acoustic | electronic, electro, synthetic, synthesized, digital, techy, futuristic, sci fi, scifi, future, cyberpunk, robots, 🤖
orchestral | source | Orchestral | source orchestral, room 0.4 |  | orchestral, symphonic, symphony, classical, baroque, chamber music, chamber
dry | space | Dry, close | room -1 | roomy | dry, close, close up, no reverb, without reverb, no echo, anechoic, dead room, small room, bedroom, in your face, upfront
roomy | space | Roomy | room 0.6 | dry | roomy, reverb, reverberant, spacious, ambient, atmospheric, atmosphere, open, echo, echoey, echoing, wide, expansive, vast, hall, concert hall, ambience, airy space, wet, distant, far away, outdoors
cathedral | space | As in a cathedral | room 1.4 | dry | cathedral, church, cave, huge reverb, massive reverb, long reverb, temple, monastery, endless reverb, arena, stadium, canyon, lots of reverb, big reverb, heavy reverb
bright | tone | Bright | bright 0.7 | dark | bright, brilliant, sparkling, sparkly, shiny, glittering, shimmering, crystalline, crystal clear, treble, vivid, colorful, colourful, glassy
warm | tone | Warm | bright -0.35, warmth 0.5 | cold | warm, warmth, round, mellow tone, dark tone, velvety, creamy, woody, fuzzy warm, analog warmth, analogue
dull | tone | Muffled | bright -0.9 | bright | muffled, dull, low pass, filtered, lowpass, behind a wall, from next door, under water
distorted | tone | Distorted | warmth 1, energy 0.2 | clean | distorted, distortion, overdriven, overdrive, saturated, fuzz, fuzzy, crunchy, noise, grungy, grunge, harsh
clean | tone | Clean | warmth -0.6, dust none, bright 0.1 | distorted | clean, polished, hi fi, hifi, high fidelity, pristine, clear, transparent, pure, undistorted, studio quality, well produced, professional
bassy | tone | Plenty of bass | bright -0.5, energy 0.1 | bright | bassy, bass heavy, bass boosted, deep, low end, rumbling, boomy, sub
lo-fi | era | Lo-fi | dust vinyl, bright -0.6, warmth 0.5, touch -0.15 | clean | lo fi, lofi, low fi, low fidelity, cassette, tape, tape hiss, home recorded, demo quality, vhs, bedroom recording, worn
vinyl | era | Vinyl crackle | dust vinyl, bright -0.35, warmth 0.3 | clean | vinyl, crackle, crackly, record player, gramophone, old record, dusty, scratchy, 78 rpm, shellac, turntable
fifties | era | Like the 1950s | bright -0.7, warmth 0.5, room 0.1, drums acoustic, source acoustic |  | 50s, 1950s, fifties, 40s, 1940s, forties, 30s, 1930s, thirties, 20s, 1920s, twenties, doo wop, old timey, antique, old fashioned, mono
sixties | era | Like the 1960s | bright -0.4, warmth 0.4, drums acoustic |  | 60s, 1960s, sixties, motown, mod, oldschool, vintage, old, retro, classic, throwback, timeless
seventies | era | Like the 1970s | bright -0.3, warmth 0.4, room -0.3, drums acoustic, dust tape |  | 70s, 1970s, seventies, hippie, woodstock
eighties | era | Like the 1980s | drums eighties, bright 0.3, room 0.4, source electronic |  | 80s, 1980s, eighties, synthwave, retrowave, outrun, new wave, neon, arcade, gated, old school
nineties | era | Like the 1990s | bright 0.1, warmth 0.3, dust tape |  | 90s, 1990s, nineties, y2k, 00s, 2000s, noughties
modern | era | Modern | bright 0.35, warmth -0.2, dust none, touch 0.1 | sixties | modern, contemporary, current, fresh, new, today, chart, radio ready, mainstream, commercial, 2020s, up to date, trendy
lullaby | use | A lullaby | mode major, pace -0.9, energy -0.6, touch -0.55, density -0.5, drums off, legato 0.4, bright -0.3 |  | lullaby, cradle, cradle song, baby, bedtime, newborn, toddler, nursery, goodnight, 👶, 🍼
sleep | use | For sleeping | pace -0.9, energy -0.7, touch -0.6, density -0.6, drums off, legato 0.6, bright -0.5 |  | sleep, sleeping, sleepy, fall asleep, asleep, drowsy, insomnia, 😴, 💤
meditation | use | For meditation | pace -0.8, energy -0.6, touch -0.5, density -0.6, drums off, legato 0.8, room 0.6 |  | meditation, meditative, meditate, yoga, mindfulness, spa, massage, zen, healing, breathing, 🧘
study | use | For studying | energy -0.35, touch -0.3, density -0.25, pace -0.2 |  | study, studying, focus, concentration, concentrate, homework, reading, working, work, coding, 📚, ☕
background | use | In the background | energy -0.35, touch -0.3, density -0.25, pace -0.2 |  | office, coffee shop, café, cafe, coffee, lounge, elevator, dinner, restaurant, cooking, cook, brunch, friends over
workout | use | For a workout | pace 0.7, energy 0.7, touch 0.4, density 0.4 |  | workout, work out, gym, running, run, jogging, exercise, training, fitness, cardio, sport, spinning, boxing, marathon, 🏃, 🏋
party | use | For dancing | pace 0.5, energy 0.6, touch 0.3, density 0.3 |  | party, banger, dance, dancing, danceable, dancefloor, dance floor, club, clubbing, nightclub, festival, dj, 🎉, 💃, 🕺, 🪩
birthday | use | For a birthday | mode major, pace 0.45, energy 0.35, touch 0.15, bright 0.3, density 0.15 |  | birthday, happy birthday, anniversary, 🎂
wedding | use | For a wedding | mode major, pace -0.3, legato 0.4, room 0.4, touch 0.1 |  | wedding, bride, marriage, got married, getting married, first dance, ceremony, engagement, 💍, 👰
christmas | use | For Christmas | mode major, bright 0.3, room 0.3, legato -0.1 |  | christmas, xmas, santa, carol, advent, holiday, snowflake, 🎄, 🎅
travel | use | For the road | pace 0.35, energy 0.25, density 0.15 |  | road trip, driving song, travel, travelling, traveling, journey, highway, night drive, drive, car, open road, train ride, road, 🚗, 🛣
game | use | For a game | pace 0.4, density 0.4, energy 0.2, legato -0.3 |  | game, video game, videogame, boss fight, platformer, rpg, level, gaming, 🎮, 👾
advert | use | For an advert | mode major, energy 0.25, bright 0.3, legato -0.2 |  | advert, advertisement, commercial jingle, jingle, corporate, presentation, podcast, ad, youtube, vlog, explainer
beach | use | For the beach | mode major, pace -0.1, touch -0.15, bright 0.25, density -0.1 |  | beach, tropical, island, seaside, vacation, hawaiian, caribbean, surf, surfing, sea, ocean, 🏖, 🌴, 🌊
`;

/** Every trait by its name. */
export const TRAITS: ReadonlyMap<string, Trait> = new Map(
  rowsOf(TABLE).map(([name, kind, chip, effect, opposite, words]) => [
    name,
    { kind: kind as TraitKind, chip, effect: readEffect(effect), words, opposite: opposite || undefined },
  ]),
);

/** Reads 'mode minor, pace -0.5'. */
function readEffect(text: string): Effect {
  return Object.fromEntries(
    text.split(', ').map((pair) => {
      const at = pair.indexOf(' ');
      const value = pair.slice(at + 1);
      return [pair.slice(0, at), Number.isNaN(Number(value)) ? value : Number(value)];
    }),
  ) as Effect;
}
