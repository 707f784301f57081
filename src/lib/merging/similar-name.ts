import { foldWords } from './fold-words.ts'

/** English first names with their short forms that do not begin alike ("Bill"). In plain letters. */
const FORMS = [
  'abigail abby gail',
  'albert bert bertie al',
  'alexander alex alec sandy xander sasha',
  'alexandra alex sandra sandy lexi sasha',
  'alfred alf alfie fred freddie',
  'amelia millie milly mia',
  'andrew andy drew',
  'ann anne anna annie nan nancy',
  'anthony antony tony',
  'arthur art archie',
  'barbara barb babs',
  'benjamin ben benny',
  'bernard bernie',
  'caroline carolyn carrie caz',
  'catherine katherine kathryn katharine cathy kathy kate katie kitty kay',
  'charles charlie chas chuck chaz',
  'charlotte charlie lottie lotte',
  'christina christine chris chrissie tina',
  'christopher chris kit topher',
  'daniel dan danny',
  'david dave davey',
  'deborah debra deb debbie',
  'dorothy dot dotty dolly',
  'edward ed eddie ted teddy ned',
  'eleanor ellie nell nora lena',
  'elizabeth elisabeth liz lizzie beth betty bess bessie eliza libby lisa elsie',
  'emily em emmy millie',
  'evelyn eve evie',
  'florence flo florrie flossie',
  'frances fran frankie fanny',
  'francis frank frankie',
  'frederick fred freddie',
  'geoffrey jeffrey geoff jeff',
  'george georgie',
  'gerald gerard gerry jerry',
  'grace gracie',
  'harold harry hal',
  'helen nell nellie ellen',
  'henry harry hal hank',
  'isabel isabella isobel izzy bella belle',
  'jacob jake',
  'jacqueline jackie jacqui',
  'james jim jimmy jamie jem',
  'janet jan jane',
  'jennifer jen jenny',
  'jessica jess jessie',
  'joan joanna joanne jo',
  'john jack johnny jon',
  'jonathan jon jonny',
  'joseph joe joey',
  'josephine jo josie',
  'judith judy',
  'kenneth ken kenny',
  'lawrence laurence larry laurie lol',
  'leonard len lenny leo',
  'lewis louis lou lew',
  'louise louisa lou',
  'lucy lucille lucinda',
  'margaret maggie meg megan peggy peg marge margie madge greta daisy rita',
  'martha marty patty',
  'martin marty',
  'mary molly polly maria marie may',
  'matilda tilly tillie mattie',
  'matthew matt mat',
  'michael mick mike mickey micky',
  'mildred millie milly',
  'nathaniel nathan nat nate',
  'nicholas nick nicky nico',
  'nicola nicole nicky nikki',
  'oliver ollie',
  'olivia liv livvy',
  'pamela pam',
  'patricia pat patty trish tricia',
  'patrick pat paddy',
  'peter pete',
  'philip phillip phil pip',
  'raymond ray',
  'rebecca becky becca',
  'reginald reg reggie',
  'richard dick rick ricky rich richie',
  'robert bob bobby rob robbie bert',
  'roger rodge',
  'ronald ron ronnie',
  'rose rosemary rosie',
  'samantha sam sammy',
  'samuel sam sammy',
  'sarah sara sally sadie',
  'sidney sydney sid syd',
  'stanley stan',
  'stephen steven steve stevie',
  'stephanie steph',
  'susan susanna suzanne sue susie suzie',
  'sylvia sylvie',
  'teresa theresa terry tess tessa',
  'terence terry',
  'theodore theo ted teddy',
  'thomas tom tommy',
  'timothy tim timmy',
  'valerie val',
  'veronica ronnie vera',
  'victoria vicky vicki tori',
  'vincent vin vinny vince',
  'virginia ginny',
  'walter walt wally',
  'wilfred wilf fred',
  'william bill billy will willie liam',
  'winifred win winnie freda',
  'zachary zac zach zak',
].map((forms) => new Set(forms.split(' ')))

/** "Bill" and "William" can be one person's, and so can "Bob" and "Robbie". */
const areForms = (one: string, other: string): boolean =>
  FORMS.some((forms) => forms.has(one) && forms.has(other))

/** They are in order, the closest first. */
export type NameLikeness = 'same' | 'part' | 'similar' | 'different'

/** Longer names may differ in two letters. */
const LONG_NAME = 6
const SHORT_FORM = 3

export function compareNames(a: string, b: string): NameLikeness {
  const [words, otherWords] = [foldWords(a), foldWords(b)]
  const [one, other] = [words.join(''), otherWords.join('')]
  if (one === '' || other === '') return a.trim() === b.trim() ? 'same' : 'different'
  if (one === other) return 'same'
  const [few, many] = words.length < otherWords.length ? [words, otherWords] : [otherWords, words]
  if (many.length > 1 && few.every((word) => many.includes(word))) return 'part'
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length >= SHORT_FORM && long.startsWith(short)) return 'part'
  const mostLetters = short.length >= LONG_NAME ? 2 : short.length >= SHORT_FORM ? 1 : 0
  return distance(one, other) <= mostLetters ? 'similar' : 'different'
}

/** Compares as `compareNames`; "Bill" is a short form of "William", too. */
export function compareFirstNames(a: string, b: string): NameLikeness {
  const likeness = compareNames(a, b)
  const others = foldWords(b)
  const hasForm = (word: string) => others.some((other) => areForms(word, other))
  return likeness === 'different' && foldWords(a).some(hasForm) ? 'part' : likeness
}

/** Counts letters to add, leave out, change or swap with their neighbour. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}
