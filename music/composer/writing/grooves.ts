import type { Random } from '../random.ts';
import type { Groove } from './drumming.ts';

/**
 * Grooves by feel. Six lines each: kicks, backbeats, time-keepers and colors, of which a song combines one each; then
 * the kicks and the tops of a sparse take. '/' parts the choices, '-' is none. Sixteen characters are sixteenths, eight
 * are eighths (which may swing), twelve are triplets, six are the eighths of a waltz, ten those of five beats; '|' parts two bars.
 */
const FEELS = {
  house: `
    kick X...X...X...X... / kick X...X...X...X...|X...X...X...X.x. / kick X..xX...X...X...
    clap ....X.......X... / snare ....X.......X...|....X.......X..o / clap ....X.......X... snare ...x......x..x..
    open ..x...x...x...x. hat x..ox..ox..ox..o / shaker xoXoxoXoxoXoxoXo open ..x...x...x...x. / ride x.x.x.x.x.x.x.x. / hat ..X...X...X...Xo cabasa x.x.x.x.x.x.x.x.
    - / conga ..x..x....x..x.x / rim ...x..x....x.... / tambourine ....x..x....x..x / cowbell ..x..x....x..x..
    kick X.........x..... / kick X.......X....... / kick X.....x.........
    rim ....X.......X..x hat ..x...x...x...x. / clap ........X....... cabasa x.x.x.x.x.x.x.x. / snare ........x....... shaker x...x...x...x...`,
  techno: `
    kick X...X...X...X... / kick X...X...X...X..x / kick X...X...X..xX...
    clap ....X.......X..o / rim ...x..x..x..x..x / snare ....o.......X... rim ......x..x...... / tom ..x..x.....x.... tomLow .......x......x.
    hat ..X...X...X...Xo open ..x...x...x...x. / ride x.x.x.x.x.x.x.x. / shaker x.xxx.xxx.xxx.xx / hat xoxoxoxoxoxoxoxo open ..X...X...X...X.
    - / tomLow ..x..x....x..x.. / block .x..x..x.x..x... / cowbell x..x..x..x..x...
    kick X.....X......... / kick X...........x... / kick X.......x.......
    shaker x.xxx.xxx.xxx.xx clap ............X... / rim ..x..x..x..x..x. tom .......x......x. hat x...x...x...x... / hat ..x...x...x...x. clap ........X.......`,
  trance: `
    kick X...X...X...X... / kick X...X...X...X...|X...X...X...X.xx / kick X...X...X...X..x
    clap ....X.......X... / snare ....X..o....X.oo / clap ....X.......X... snare ......o.......o. / snare ....X.......X...
    open ..X...X...X...X. hat xoxoxoxoxoxoxoxo / ride ..X...X...X...X. shaker x.xxx.xxx.xxx.xx / open ..X...X...X...X. shaker xoxoxoxoxoxoxoxo / ride x.x.x.x.x.x.x.x. hat ..x...x...x...x.
    - / tambourine ....x.......x... / rim ...x..x..x..x... / tom ..........x..x..
    kick X.........X..... / kick X............... / kick X.......X.......
    clap ........X....... hat x...x...x...x... / snare ........X....... ride ..x...x...x...x. / rim ....x.......x... tambourine ..x...x...x...x.`,
  disco: `
    kick X...X...X...X... / kick X...X...X...X.x. / kick X...X..xX...X...
    snare ....X.......X... / clap ....X.......X... / snare ....X..o....X..o / snare ....X.......X... clap ....x.......x...
    open ..X...X...X...X. hat x.ox..oxx.ox..ox / hat XxxxXxxxXxxxXxxx / hat x.xxx.xxx.xxx.xx open ..x...x...x...x. / shaker XoxoXoxoXoxoXoxo open ..X...X...X...X.
    - / cowbell x...x.x...x.x... / conga ..xx..x...xx..x. / tambourine x.x.x.x.x.x.x.x. / agogo ..x..x....x.x...
    kick X.......x.x..... / kick X.......X....... / kick X.....x...x.....
    snare ........X....... shaker xoxoxoxoxoxoxoxo / rim ....x.......x... tambourine ....x.......x... / clap ........X....... cabasa x.x.x.x.x.x.x.x.`,
  pop: `
    kick X.....x.X....... / kick X..x..X...x..... / kick X.......X.x..... / kick X.....xxX..x....
    snare ....X.......X... / clap ....X.......X... / snare ....X.......X..o|....X..o....X... / snare ....X.......X... clap ....x.......x..x
    hat x.x.x.x.x.x.x.xo / shaker XoxoXoxoXoxoXoxx / ride x.x.x.x.x.x.x.x. / hat XoxoXoxoXoxoXoxo / hat x...x...x...x... tambourine ..x...x...x...x.
    - / tambourine ....x.......x... / rim ...x..x......x.. / open ......x.......x. / cabasa ..x...x...x...x.
    kick X.........x..... / kick X..........x..x. / kick X...............
    snare ........X....... ride x...x...x...x... / rim ........X..x.... shaker x.x.x.x.x.x.x.x. / clap ........X....... hat ..x...x...x...x.`,
  rock: `
    kick X.....x.X.x..... / kick X.x...X.x.X...x. / kick X..x..x.X.x..... / kick X.......X.x.....|X.....x.X.x...x.
    snare ....X.......X... / snare ....X..o.o..X..o / snare ....X.......X.xx|....X.......X... / snare ....X...o...X...
    hat X.x.X.x.X.x.X.x. / ride X.x.X.x.X.x.X.x. / open X...X...X...X... / hat XxxxXxxxXxxxXxxx / tomLow X.x.X.x.X.x.X.xx open X.......X.......
    - / tambourine ....x.......x... / cowbell X...X...X...X... / tambourine x.x.x.x.x.x.x.x.
    kick X......x..x..... / kick X.........x...x. / kick X...............
    snare ........X....... open X...X...X...X... / snare ........X..o.... ride x...x...x...x... / rim ........X..x.... hat X.x.X.x.X.x.X.x.`,
  punk: `
    kick X.x.X.x.X.x.X.x. / kick X..x..X.X..x..X. / kick X...X...X...X... / kick X.X.....X.X.....
    snare ..X...X...X...X. / snare ....X.......X... / snare ..X...X...X..XX. / snare ....X..X....X...
    hat X.x.X.x.X.x.X.x. / open X...X...X...X... / ride X.x.X.x.X.x.X.x. / crash X.......X....... hat ..x...x...x...x.
    - / tomLow ..............xx / tambourine ..x...x...x...x. / tom x...x...x...x...
    kick X.....x...X..... / kick X.......X..x.... / kick X...............
    snare ........X....... tomLow x.x.x.x...x.x.x. hat x...x...x...x... / snare ........X....... open X...X...X...X... / rim ....x.......x... ride x.x.x.x.x.x.x.x.`,
  metal: `
    kick XxXxXxXxXxXxXxXx / kick X.xX..xXX.xX..xX / kick X.XxX.XxX.XxX.Xx / kick X..X..X.X..X..X.
    snare ....X.......X... / snare ..X...X...X...X. / snare ........X....... / snare ....X.......X..X
    ride X...X...X...X... / open X...X...X...X... / hat X.x.X.x.X.x.X.x. / crash X.......X....... ride x.x.x.x.x.x.x.x.
    - / tom .............x.. / tomLow ..............xx / crash X...............|................
    kick X..X..X......... / kick X..X..X....X..X. / kick X.....X.........
    snare ........X....... crash X............... hat ....x...x...x... / snare ........X....... open x...x...x...x... / tomLow ..x..x....x..x.. snare ............X... ride X...X...X...X...`,
  trap: `
    kick X......x..x..... / kick X.....x...x..x.. / kick X..x......X..x.. / kick X.....X..x......|X..x......X...x.
    clap ........X....... / snare ........X......o / clap ........X....... snare ........x....o.o / rim ........X.......
    hat x.x.x.x.x.x.xxxx|x.xxx.x.x.x.x.xx / hat xxxxxxxxxxxxxxxx / hat x.x.xxx.x.x.x.x. / hat xx.xxx.xxx.xxxxx / shaker x.x.x.x.x.x.x.x. hat ......xx......xx
    - / open ......x.......x. / rim ...x..x.....x... / open ..x.........x... / block .....x.......x..
    kick X............... / kick X.............x. / kick X.........x.....
    rim ........X....... shaker ..x...x...x...x. / clap ........X....... hat x...x...x...x... / snare ........x....... cabasa x.....x...x.....`,
  drill: `
    kick X......x..X..... / kick X.....x....X.... / kick X..x......X..x.. / kick X...X......x....
    snare ......X......X.. / clap ...X......X.....|...X......X..X.. / snare ......X....X.... / clap ......X.......X.
    hat x..x..x.x..x..x. / hat xxx.xxx.xxx.x.xx / hat x.xxx.xxx.xxx.xx / shaker x..x..x.x..x..x.
    - / rim .....x......x... / open ....x.......x... / open ..x.......x..... / block ..x......x......
    kick X............... / kick X..........x.... / kick X......x........
    snare ......x......... shaker x...x...x...x... / rim ............X... hat ..x...x...x...x. / clap ......x......x.. cabasa x..x..x.x..x..x.`,
  boombap: `
    kick X......x..X..... / kick X..x...x..X..... / kick X.X.......xX.... / kick X.....X..xX.....|X......x..X...x.
    snare ....X.......X..o / snare ....X..o.o..X... / snare ....X.......X... / snare ....X..o....X.o. rim .......x........
    hat x.x.x.x.x.x.x.x. / hat X.xoX.x.X.x.XoxX / ride x.x.x.x.x.x.x.x. / cabasa x.xxx.xxx.xxx.xx open ......x.......x. / sweep x.x.x.x.x.x.x.x.
    - / open ......x......... / tambourine ....x.......x... / rim ..........x..x.. / conga ..x.......x..x..
    kick X.........x..... / kick X.....x......... / kick X...............
    rim ........X....... shaker x.o.x.o.x.o.x.o. / snare ........X.....o. hat x...x...x...x... / rim ....x.......x... sweep x...x...x...x...`,
  breaks: `
    kick X.X.......XX.... / kick X.X.......X..X.. / kick X.....X...X..... / kick X..X......X.....
    snare ....X..o.o..X..o / snare ....X..o....X.o. / snare ..X.....X....X.. / snare ....X....X....X.
    hat x.x.x.x.x.x.x.x. / ride X...X...X...X... / hat X.xoX.xoX.xoX.xo / shaker xoxxxoxxxoxxxoxx
    - / open ......x......... / tambourine x.x.x.x.x.x.x.x. / conga ..x..x....x..x.. / rim ...x......x..x..
    kick X.........X..... / kick X............... / kick X......x........
    snare ........X....... shaker xoxxxoxxxoxxxoxx / rim ......x....x.... hat x...x...x...x... / clap ........X....... cabasa ..x...x...x...x.`,
  dnb: `
    kick X.........X..... / kick X.........X..x.. / kick X.X.......X..... / kick X.....X...X.....
    snare ....X..o.o..X..o / snare ....X.......X... / snare ....X.....o.X.o. / snare .o..X..o....X..X
    hat x.x.x.x.x.x.x.x. / ride X.x.X.x.X.x.X.x. / hat X.xoX.xoX.xoX.xo / shaker oxoxoxoxoxoxoxox ride x...x...x...x...
    - / open ......x.......x. / rim .......o.o.....o / tambourine ....x.......x... / conga ..x...x....x..x.
    kick X............... / kick X.............x. / kick X.........x.....
    snare ........X....... hat ..x...x...x...xo / rim ....x.....x..... shaker x.x.x.x.x.x.x.x. / clap ........X....... ride x...x...x...x...`,
  twostep: `
    kick X.........x..... / kick X.........X..x.. / kick X..x......X..... / kick X.....x..X......
    snare ....X.......X... / clap ....X.......X... / snare ....X.......X..o rim .......x..o..... / rim ....X..x....X..x
    hat ..x..xx...x..x.x / shaker x.Xxx.Xxx.Xxx.Xx / hat ..xx..x...xx..x. / hat x.xxx.xxx.x.x.xx open ..x.......x.....
    - / block ...x....x..x...x / open ......x.......x. / conga .....x.......x.. / rim .......x..o.....
    kick X............... / kick X......x........ / kick X.........x.....
    rim ........X..x.... hat ..x...x...x...x. / snare ........X....... shaker x.x.x.x.x.x.x.x. / clap ............X... conga .....x.......x.. hat x...x...x...x...`,
  halftime: `
    kick X.....x......... / kick X.........x..x.. / kick X..X......X..... / kick X.....X..X....x.
    snare ........X....... / clap ........X....... / snare ........X....o.o / snare ........X....... clap ........x......x
    hat x.x.x.x.x.x.xxx. / ride x..x..x.x..x..x. / hat xxx.x.x.xxx.x.x. / shaker x.xxx.xxx.xxx.xx
    - / tomLow ...x......x..x.. / open ....x.......x... / rim .....x....x..... / crash X...............|................
    kick X............... / kick X..............x / kick X......x........
    clap ........X....... shaker ..x...x...x...x. / rim ........X....x.. hat x...x...x...x... / snare ........X....... cabasa x..x..x.x..x..x.`,
  funk: `
    kick X.X....X..X..... / kick X..X..X....X..X. / kick X.X...xX..x..X.. / kick X.x...x...x..x..
    snare ....X..o.o..X..o / snare ....X....o.oX.o. / snare ....X..o.oo.X... / snare ....X.oo.o..X.o.
    hat x.xxx.xxx.xxx.xx / open ..x...x...x...x. hat x.x.x.x.x.x.x.x. / hat XoxoX.xoXoxoXox. / ride X.xxX.xxX.xxX.xx
    - / cowbell x...x...x...x... / conga ..x..xx...x..x.x / tambourine o.x.o.x.o.x.o.x. / open ......x.......x.
    kick X.........x..... / kick X......x..x..... / kick X.......x.......
    rim ....X..x......x. shaker XoxoXoxoXoxoXoxo / snare ............X... hat x.x.x.x.x.x.x.x. / clap ....x.......x... cabasa x.xxx.xxx.xxx.xx`,
  swing: `
    kick o.o.o.o. / kick o..xo.o. / kick o.o.o.ox / kick o...o..x
    snare ...o.... / snare ...x..o.|.o...x.. / rim ......x. / snare ..o....x|.....o.. / rim ...x..x.
    ride X.xxX.xx pedal ..x...x. / ride X.x.X.xx pedal ..x...x. / hat X.xxX.x. / ride X...X.xx pedal ..x...x. sweep x.x.x.x. / hat x.x.x.xx tambourine ..x...x.
    - / tom .......o / snare ..X...X. / sweep x...x... / block ...x....
    kick o....... / kick ....o... / kick x...x...
    hat x...x.x. rim ..x..... / sweep x.x.x.x. pedal ..x...x. / shaker .x...x.x rim ..x....o`,
  shuffle: `
    kick X...X... / kick X...X..x / kick X..xX..x / kick X.x.X..x
    snare ..X...X. / snare .oX..oXo / snare ..X...X.|..X..oX. / clap ..X...X.
    hat XxXxXxXx / ride X.xxX.xx / hat X.xxX.xx / shaker xxXxxxXx
    - / tambourine ..x...x. / pedal ..x...x. / cowbell X.X.X.X. / rim ...x...x
    kick X.....x. / kick X......x / kick X.......
    rim ....X... shaker x.xxx.xx / snare ....X... pedal ..x...x. / rim ..x...x. sweep x.x.x.x.`,
  twelve: `
    kick X.....x..... / kick X....xx..... / kick X..x..X..x.. / kick X.....X.xx..
    snare ...X.....X.. / snare ...X..o..X.. / snare ...X.....X.o / rim ...X.....X..
    hat x.xx.xx.xx.x / ride XoxXoxXoxXox / hat XoxxoxxoxxoX / shaker x.xX.xX.xX.x
    - / tambourine ...x.....x.. / pedal ...x.....x.. / sweep x..x..x..x.. / rim ..x.....x...
    kick X........... / kick X.......x... / kick X.....x.....
    rim ......X..... ride x.....x..... / snare ......x..... hat x..x..x..x.. / rim ...x.....x.. sweep ..o..o..o..o`,
  train: `
    kick x...x...x...x... / kick X...x...X...x... / kick X.......X....... / kick X.......X.x.....
    snare xoXoxoXoxoXoxoXo / snare ....X.......X... / snare x.Xox.Xox.Xox.Xo / snare ....X..o....X.oo / rim ....X.......X..x
    hat ..x...x...x...x. / hat x.x.x.x.x.x.x.x. / pedal ..x...x...x...x. / ride x.x.x.x.x.x.x.x. / shaker x.xxx.xxx.xxx.xx
    - / tambourine ....x.......x... / rim ....x.......x... / cowbell ..x...x...x...x. / tambourine ..x...x...x...x.
    kick X.......X....... / kick x...x...x...x... / kick X...............
    rim ....X.......X... sweep x...x...x...x... / shaker x.o.x.o.x.o.x.o. tambourine ....x.......x... / snare ........x....... pedal ..x...x...x...x.`,
  onedrop: `
    kick ........X....... / kick X...X...X...X... / kick X.......X....... / kick ........X.....x.
    rim ........X....... / snare ........X..o..o. / rim ........X..x.... / rim ....x...X.....x. / snare ........X.......
    hat x.x.x.x.x.x.x.x. / hat x.xxx.x.x.xxx.x. / open ..x...x...x...x. hat x..xx..xx..xx..x / shaker xoxxxoxxxoxxxoxx / hat xxxxx.xxxxxxx.xx
    - / bongo ...x..x....x.... / timbale ..............xx / tambourine ........x....... / tumba x.....x.......x.
    kick ........X....... / kick ............x... / kick X...............
    rim ......x.......x. shaker x.oxx.oxx.oxx.ox / conga ....x......x.... hat ..x...x...x...x. / rim ........X....... cabasa ..x...x...x...x.`,
  ska: `
    kick X...x...X...x... / kick X...X...X...X... / kick X.......X.x..... / kick ........X.......
    snare ....X.......X... / rim ....X.......X..x / snare ....X..o....X..o / snare ........X.......
    hat ..X...X...X...X. / ride x.X.x.X.x.X.x.X. / hat x.X.x.X.x.X.x.Xo / open ..x...x...x...x. shaker x.x.x.x.x.x.x.x.
    - / tambourine ..x...x...x...x. / timbale .............xx. / cowbell x...x...x...x...
    kick ........X....... / kick X.......x....... / kick X...............
    snare ........X....... hat x.x.x.x.x.x.x.x. / rim ..............x. shaker ..x...x...x...x. / rim ........X..x.... tambourine ..x...x...x...x.`,
  dembow: `
    kick X...X...X...X... / kick X...x...X...x... / kick X.......X..x.... / kick X...X..xX...X...
    snare ...X..X....X..X. / rim ...x..x....x..x. clap ......X.......X. / snare ...X..X....X..Xx / clap ...X..X....X..X.
    hat x.x.x.x.x.x.x.x. / shaker xoXoxoXoxoXoxoXo / cabasa x.xxx.xxx.xxx.xx / hat x.xxx.xxx.xxx.xx / hat ..x...x...x...x.
    - / timbale .............x.. / open ......x.......x. / conga ..x.......x..x.. / guiro X...x.x.X...x.x.
    kick X.......X....... / kick X............... / kick X...x...........
    snare ......x.......X. conga ..x.......x..... cabasa x...x...x...x... / rim ...x..x....x..x. cabasa x...x...x...x... / clap ......X......... shaker x.x.x.x.x.x.x.x.`,
  clave: `
    clave X..X..X...X.X... / clave ..X.X...X..X..X. / clave X..X...X..X.X... / clave ..X.X...X..X...X
    conga ..x...xx..x...xx slap ....x.......x... / conga ......xx......xx timbale x.xx.xx.x.x.xx.x / conga ..x...xx..x.x.xx / tumba ......x.......xx slap ....x.......x...
    cowbell X.x.X.x.X.x.X.x. kick ......x.......x. shaker x.xxx.xxx.xxx.xx / guiro X...x.x.X...x.x. kick ...x..X....x..X. shaker x.xxx.xxx.xxx.xx / cabasa X.xxX.xxX.xxX.xx kick X.....x.X.....x. / cowbell X...X.x.X...X.x. kick ......x.......x. shaker x.xxx.xxx.xxx.xx
    - / agogo x..x..x...x.x... / bongo x.o.x.o.x.o.x.oo / guiro X...x.x.X...x.x. / shaker xxXxxxXxxxXxxxXx
    clave X.....X...X..... / kick ......x......... / kick ......x.......x.
    bongo x.o.x.o.x.o.x.oo cabasa x...x...x...x... / conga ......xx......xx shaker x...x...x...x... / guiro X...x.x.X...x.x. tumba ......x.......x. shaker x...x...x...x...`,
  cumbia: `
    kick X...X...X...X... / kick X.......X....... / kick X.....x.X.....x. / kick X...x...X...x...
    conga ......xx......xx rim ....x.......x... / tumba ....x.x.....x.x. / conga ..x...xx..x...xx / conga ....x.xx....x.xx timbale ..............xx
    guiro X...x.x.X...x.x. shaker x.x.x.x.x.x.x.x. / cowbell X...X...X...X... shaker x.x.x.x.x.x.x.x. / shaker X.xxX.xxX.xxX.xx / guiro X.x.x.x.X.x.x.x. shaker x.x.x.x.x.x.x.x.
    - / cowbell x...x...x...x... / timbale ..............xx / tambourine ....x.......x... / bongo ..x...x...x...x.
    kick X............... / kick X.......X....... / kick X.........x.....
    guiro X.....x.X.....x. shaker x...x...x...x... / bongo ....x.......x.x. clave ..x.......x..... shaker x...x...x...x... / conga ......xx........ shaker x...x...x...x...`,
  bossa: `
    kick X..xX..xX..xX..x / kick X...x..xX...x..x / kick X..x....X..x.... / kick x..ox..ox..ox..o
    rim X..X..X...X..X.. / clave ..X..X..X..X.... / rim ..X..X..X..X..X. / rim X..X..X...X..X..|..X..X..X..X..X.
    shaker xoxoxoxoxoxoxoxo / ride x.x.x.x.x.x.x.x. / hat x.x.x.x.x.x.x.x. / sweep x...x...x...x... cabasa X.xxX.xxX.xxX.xx
    - / conga ......xx......x. / triangle x..xx..xx..xx..x / pedal ....x.......x... / tumba x.......x.......
    kick x.......x....... / kick x..x....x..x.... / kick x...............
    rim ......x...x..... sweep x...x...x...x... / triangle ..x...x...x...x. rim x..x..x......... / shaker x.x.x.x.x.x.x.x. clave ..x.......x.....`,
  samba: `
    kick ..x.X...x...X... / kick x...X...x...X... / tomLow ....X.......X..x kick x...x...x...x...
    snare xoxxoxoxxoxoxxox / tambourine X.xxX.x.X.xxX.x. / snare x..xx.x.x..xx.x. / conga ..x...x...x..xx.
    shaker Xo.xXo.xXo.xXo.x / cabasa XxxxXxxxXxxxXxxx / shaker X.xxX.xxX.xxX.xx / hat x.xxx.xxx.xxx.xx
    agogo x.x..x.x.x..x... / agogoHigh x..x...x..x...x. / timbale ...........x..xx / block ..x.x..x..x.x...
    kick ....x.......X... / kick X...........x... / tomLow ....x.......x...
    cabasa x.ox.ox.x.ox.ox. block ..x.x..x..x.x... / triangle x...x...x...x... rim x..x..x...x..x.. / shaker x.x.x.x.x.x.x.x. conga ......xx......xx`,
  soca: `
    kick X...X...X...X... / kick X...X...X...X..x / kick X.....X.X.....X.
    snare ...x..x....x..xx / clap ......X.......X. / snare ...x..x....x..x. clap ....x.......x... / timbale ...x..x.x..x..x.
    cowbell x.x.x.x.x.x.x.x. shaker ..x...x...x...x. / tambourine xoxxxoxxxoxxxoxx / hat ..x...x...x...x. shaker x.xxx.xxx.xxx.xx / open ..x...x...x...x.
    - / agogo X..X..X.X..X..X. / conga ..........xx..xx / cowbell x...x...x...x... / tomLow ......x.......x.
    kick X.....X......... / kick X.......X....... / kick X...............
    rim ...x..x....x.... shaker X.xxX.xxX.xxX.xx / conga ..........xx..xx hat ..x...x...x...x. / snare ...x..x......... cabasa x...x...x...x...`,
  afro: `
    kick X..x..x...x..x.. / kick X.....x..x....x. / kick X...X...X...X... / kick X..x......x..x..
    snare ....o..x..o.x... / snare ......o.x..o..x. / rim ......X.....X..x / snare ....o..x..o.x..o / snare ..o.x..o..ox...o
    hat x.xxx.xxx.xxx.xx / shaker XoxoXoxoXoxoXoxo / cabasa X.xoX.xoX.xoX.xo hat x...x...x...x... / hat X.xoX.xoX.xoX.xo
    agogo X..X..X...X.X... / conga ..x..xx...x..xx. / agogo ..x..x....x..x.. agogoHigh x......xx......x / tumba ......x.......xx slap ....x..o....x... / tom ...x.........x..
    kick X.........x..... / kick X.....x......... / kick X...............
    bongo ...x..x..x...x.. cabasa x.x.x.x.x.x.x.x. / rim ......X.....X... shaker x.x.x.x.x.x.x.x. / conga ..x..xx......... agogo x..x..x...x..... shaker x...x...x...x...`,
  afrobeats: `
    kick X..x...xX..x.... / kick X..x..x.X..x.... / kick X...X...X...X... / kick X.......X..x....
    snare ......X.....X... / clap ...X..X....X..X. / rim ...x..x...x..... snare ......x.....x... / rim ...X..X.....X...
    shaker xoXoxoXoxoXoxoXo / hat x.xxx.xxx.xxx.xx / cabasa x.x.x.x.x.x.x.x. / hat ..x...x...x...x. shaker xxxxxxxxxxxxxxxx
    - / conga ..x..x....x..x.x / tomLow ..........x..x.. / block ..x...x...x..... / open ......x.........
    kick X......x........ / kick X...........x... / kick X.......x.......
    rim ...x..x.....x... cabasa x...x...x...x... / block ..x.......x..... shaker ..x...x...x...x. / snare ......x......... conga ..x..x....x..... shaker ..x...x...x...x.`,
  waltz: `
    kick X..... / kick X...x. / kick X.....|X...x.
    snare ..o.o. / rim ..x.x. / snare ..x.xo / tambourine ..x.xx
    ride x.x.x. / hat xxxxxx / sweep x.x.x. / hat x.x.x.
    - / triangle x..... / pedal ..x.x. / tom ....x.
    kick X..... / kick x..... / kick X.....|......
    sweep x.x.x. rim ....x. / triangle x..... shaker ..x.x. / ride x..... pedal ..x.x.`,
  five: `
    kick X.....X... / kick X..x..X... / kick X.....X.x.
    snare ....x...x. / rim ..x...x.x. / snare ...oX...X. / clap ....X...X.
    ride X.xxX.x.x. / hat xxxxxxxxxx / shaker XoxoxoXoxo / ride x.x.x.x.x. pedal ....x...x.
    - / tomLow ......x.xx / cowbell X..x..X.x. / tambourine ....x...x.
    kick X......... / kick X.....x... / kick X..x......
    rim ......X... shaker x.x.x.x.x. / snare ....x..... hat x.x.x.x.x. / sweep x.x.x.x.x. rim ........x.`,
  march: `
    kick X.......X....... / kick X...X...X...X... / kick X.......X...X... / tomLow X.......X.......
    snare x.xxx.x.x.xxx.xx / snare ..X...X...X...Xx / snare x.xxx.xxx.xxxxxx / snare X.xxX.xxX.xxXxxx
    tambourine ....x.......x... / tambourine x...x...x...x... / triangle ....x.......x... / hat ..x...x...x...x.
    - / tomLow x.......x....... / crash X............... / tom ............x.x.
    tomLow X.....x.X....... / kick X............... / kick X.......x.......
    triangle ....x.......x... snare ............oooo / rim x...x.x.x...x.x. triangle x.......x....... / snare oooooooooooooooo triangle x.......x.......`,
  orchestra: `
    tomLow X.....x.X....... / kick X.......X....... / tomLow X.......X...x.xx / kick X............... tomLow ........X..x..x.
    tom x..x..x.x..x..x. / snare ............oooo / tom ........x..xx.xx / rim ....x.......x...
    triangle ....x.......x... / shaker x.x.x.x.x.x.x.x. / tambourine x...x...x...x... / triangle x.......x.......
    - / crash X...............|................ / snare x.xxx.x.x.xxx.xx / tomHigh ..x..x....x..x..
    tom X.......x....... / tomHigh x.....x......... / kick X......x........
    triangle ........x....... / rim ......x.......x. triangle x............... / shaker ..x...x...x...x. / sweep x...x...x...x...`,
  hand: `
    tumba X.......X....... / tumba X..X....X....... / tumba X.....X.X....... / kick X.......X.......
    slap ..x...x.....x... / conga ..o.o..o.o.oo..o / slap ......x...x...x. / bongo .....o.o..o...oo slap ....x.......x...
    tambourine x...x...x...x... / shaker XxxxXxxxXxxxXxxx / cabasa x.xxx.xxx.xxx.xx / tambourine ..x...x...x...x.
    - / clap ....x.......x... / bongo ..o...o...o...o. / triangle x.......x....... / block ..x..x....x.....
    tumba X............... / tumba X.......x....... / kick X...............
    slap ......x.....x... triangle ....x.......x... / cabasa x.......x....... bongo ....o.......o.o. / shaker x...x...x...x... conga ..o.......o.....`,
  tabla: `
    tumba X...x...X....... / tumba X..x..X...x.X... / tumba X.......X...x... / tumba X.x.....X.x.x...
    bongo ..x.x.xx..x.x.xx / bongo xxoxxoxxoxxoxxox / bongo x.xxx.x.x.xxx.xx / bongo ..xx.xx...xx.xxx
    slap ......x.......x. shaker x...x...x...x... / triangle x.......x....... / tambourine ....x.......x... / tambourine x...x...x...x...
    - / clap x............... / tambourine ..x...x...x...x. / shaker x...x...x...x... / slap ..x...x...x...x.
    tumba X.........x..... / tumba X............... / tumba X.......x.......
    bongo ....x.....x...x. triangle ........x....... / bongo ..x...x...x...x. triangle x.......x....... / slap ......x......... shaker x...x...x...x...`,
  bhangra: `
    kick X...X...X...X... tumba x..x..x.x..x..x. / tumba X.xX..x.X.xX..x. kick X.......X....... / tumba X..X..X.X..X..X.
    clap ....X.......X... / bongo .x..xx.x.x..xx.x / slap ..x..x....x..x.x / snare ....X.......X...
    tambourine ..x...x...x...x. / shaker x.x.x.x.x.x.x.x. / hat x.xxx.xxx.xxx.xx / cowbell X...X...X...X... tambourine ..x...x...x...x.
    - / slap ..x..x....x..x.x / clap ....x.......x.x. / tambourine x.x.x.x.x.x.x.x. / block ..x..x....x..x..
    tumba X.......x.x..... / tumba X.....x......... / kick X.......X.......
    slap ....x.......x... shaker x.x.x.x.x.x.x.x. / bongo ..x..x....x..x.. tambourine ....x.......x... / clap ........X....... cabasa x...x...x...x...`,
  polka: `
    kick X...X...X...X... / kick X.......X....... / kick X...x...X...x... / kick X.......X...x...
    snare ..X...X...X...X. / rim ..x.x.x...x.x.xx / snare ....X.......X... / snare ..X...X...X.x.X.
    tambourine ..x...x...x...x. / hat x.x.x.x.x.x.x.x. / hat ..x...x...x...x. / shaker x.x.x.x.x.x.x.x.
    - / cowbell ....x.......x... / triangle ..x...x...x...x. / open x.......x....... / tom ..............x.
    kick X.......X....... / kick X............... / kick x...x...x...x...
    rim ....x.......x... sweep x...x...x...x... / snare ..o...o...o...o. tambourine ....x.......x... / tambourine ....x.......x... shaker x...x...x...x...`,
  glitch: `
    kick X.....x....x.... / kick X..x.......x..x. / kick X....x..x....... / kick X.........x....x
    snare ....X..o...xX..o / rim ..x...X..x..X..x / snare ....X.....o.Xxxx / rim ...x.X....x.X.x. / clap ....X......X..x.
    hat x.xxx..xxx.x.xxx / shaker xx.xx.xxx.xx.xxx / hat xxx.x.xx..xxx.x. / hat x..xx.x.xxxxx.x.
    - / block .x....x..x...x.. / tom .........x...... / open ......x......... / cowbell .....x....x...x.
    kick X............... / kick X.......x....... / kick X.....x.........
    block .....x....x..x.. hat x...x...x...x... / rim ........X....... hat x..x..x..x..x..x / rim ........X.x..... shaker ..x..x....x..x..`,
} as const;

export type Feel = keyof typeof FEELS;

export function isFeel(word: string): word is Feel {
  return Object.hasOwn(FEELS, word);
}

/** Share of a pair that the first note takes, and which notes swing. */
const SWINGS: Partial<Record<Feel, { share: number; unit: 0.5 | 0.25 }>> = {
  boombap: { share: 0.58, unit: 0.25 },
  twostep: { share: 0.57, unit: 0.25 },
  funk: { share: 0.54, unit: 0.25 },
  swing: { share: 0.65, unit: 0.5 },
  shuffle: { share: 0.66, unit: 0.5 },
  onedrop: { share: 0.57, unit: 0.25 },
  bhangra: { share: 0.62, unit: 0.25 },
};

const HANDS: ReadonlySet<Feel> = new Set(['clave', 'cumbia', 'hand', 'tabla', 'bhangra', 'samba', 'bossa']);

/** Properties of a feel: swing, beats of the bar, triplets, hands on skins. */
export function feelOf(feel: Feel) {
  const beats: 3 | 4 | 5 = feel === 'waltz' ? 3 : feel === 'five' ? 5 : 4;
  return {
    swing: SWINGS[feel],
    beats,
    triplets: feel === 'twelve' || SWINGS[feel]?.unit === 0.5,
    hands: HANDS.has(feel),
  };
}

/** One song's way to play a feel, and what it adds where the band plays fullest. */
export type Playing = { groove: Groove; more: Groove };

/** Pieces that are left of a groove when the band plays softly. */
const QUIET = /^(kick|hat|ride|shaker|cabasa|sweep|rim|clave|tumba|conga|bongo|pedal|triangle|tomLow)$/;

export function softened(groove: Groove): Groove {
  return Object.fromEntries(Object.entries(groove).filter(([piece]) => QUIET.test(piece)));
}

/** Highest likeness of two grooves of one song's takes, 0..1. */
const ALIKE = 0.32;

/**
 * Draws the grooves of a song's three takes: a plain one, one that drives, and a sparse one. They share little, so that
 * the takes differ. `suited` puts each into the pieces that the kit has.
 */
export function drawGrooves(
  feel: Feel,
  random: Random,
  suited: (groove: Groove) => Groove,
): readonly [Playing, Playing, Playing] {
  const lanes = lanesOf(feel);
  const draw = (from: readonly (readonly Groove[])[], more: readonly Groove[]) => ({
    groove: suited(Object.assign({}, ...from.map((lane) => random.pick(lane)))),
    more: suited(random.pick(more)),
  });
  const full = () => draw(lanes.slice(0, 4), lanes[3]!.slice(1));
  const soft = () => draw(lanes.slice(4), lanes[5]!);
  const plain = full();
  const sparse = apart(soft, [plain]);
  return [plain, apart(full, [plain, sparse]), sparse];
}

/** Draws until a groove shares little with the others; the best of many if none does. */
function apart(draw: () => Playing, others: readonly Playing[]): Playing {
  let best = draw();
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 120 && least > ALIKE; tries++) {
    const playing = draw();
    const alike = Math.max(
      ...others.map(({ groove }) =>
        Math.max(overlap(playing.groove, groove), overlap(softened(playing.groove), softened(groove))),
      ),
    );
    if (alike < least) [best, least] = [playing, alike];
  }
  return best;
}

/** Number of a feel's grooves for full and for sparse takes. */
export function countGrooves(feel: Feel): { full: number; sparse: number } {
  const sizes = lanesOf(feel).map((lane) => lane.length);
  const product = (numbers: readonly number[]) => numbers.reduce((all, n) => all * n, 1);
  return { full: product(sizes.slice(0, 4)), sparse: product(sizes.slice(4)) };
}

function lanesOf(feel: Feel): Groove[][] {
  return FEELS[feel]
    .trim()
    .split('\n')
    .map((lane) => lane.trim().split(' / ').map(readGroove));
}

function readGroove(text: string): Groove {
  const words = text.split(' ');
  const groove: Record<string, string> = {};
  for (let i = 0; i + 1 < words.length; i += 2) groove[words[i]!] = words[i + 1]!;
  return groove;
}

/** Share of strokes on the same piece and step of the bar. */
function overlap(a: Groove, b: Groove): number {
  const [strokesA, strokesB] = [strokes(a), strokes(b)];
  let shared = 0;
  for (const [stroke, share] of strokesA) shared += Math.min(share, strokesB.get(stroke) ?? 0);
  return shared;
}

function strokes(groove: Groove): Map<string, number> {
  const found = Object.entries(groove).flatMap(([piece, rhythms]) =>
    [rhythms].flat().flatMap((rhythm) => {
      const bars = rhythm.split('|');
      return bars.flatMap((bar) =>
        [...bar].flatMap((mark, i) =>
          mark === '.' ? [] : [[`${piece}/${(i * 48) / bar.length}`, 1 / bars.length] as const],
        ),
      );
    }),
  );
  const total = found.reduce((sum, [, weight]) => sum + weight, 0);
  const shares = new Map<string, number>();
  for (const [stroke, weight] of found) shares.set(stroke, (shares.get(stroke) ?? 0) + weight / total);
  return shares;
}

/** Rhythms of a fill in the second half of its bar, and the pieces over which it runs. */
const FILLS = {
  straight: {
    rhythms: ['x.x.x.x.', 'x.xxx.xx', 'xxxxxxxx', '..xxx.xx', 'x..x..xx', 'x...xxxx', 'xx.xx.xx', '....xxxx'],
    paths: [
      'snare',
      'snare tomHigh tom tomLow',
      'tomHigh tom tomLow',
      'snare tom snare tomLow',
      'tom tomLow',
    ],
  },
  triplets: {
    rhythms: ['xxxxxx', 'x.xx.x', '..xxxx', 'x.x..x', '...xxx'],
    paths: ['snare', 'snare tomHigh tom tomLow', 'tomHigh tom tomLow', 'snare snare tomLow'],
  },
  hands: {
    rhythms: ['x.xxx.xx', 'xx.xx.xx', '..x.x.xx', 'x..x..x.'],
    paths: ['conga', 'bongo conga tumba', 'slap conga tumba', 'bongo bongo tumba'],
  },
} as const;

/** Four fills of one bar for a song, so that no two songs of a genre lead on in the same way. */
export function drawFills(feel: Feel, random: Random): Groove[] {
  const { beats, triplets, hands } = feelOf(feel);
  if (beats !== 4) return [];
  const { rhythms, paths } = FILLS[hands ? 'hands' : triplets ? 'triplets' : 'straight'];
  return Array.from({ length: 4 }, () => {
    const rhythm: string = random.pick<string>(rhythms);
    const path = random.pick<string>(paths).split(' ');
    const rest = '.'.repeat(rhythm.length);
    const count = rhythm.replaceAll('.', '').length;
    const fill: Record<string, string> = {};
    let stroke = 0;
    for (const [i, mark] of [...rhythm].entries()) {
      if (mark === '.') continue;
      const piece = path[Math.floor((stroke * path.length) / count)]!;
      const last = ++stroke === count;
      const line = fill[piece] ?? rest + rest;
      const at = rhythm.length + i;
      fill[piece] = line.slice(0, at) + (last ? 'X' : 'x') + line.slice(at + 1);
    }
    return fill;
  });
}
