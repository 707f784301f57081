import { foldWords } from './fold-words.ts'
import { isMistakenDate, swappedDate } from './mistaken-dates.ts'

export type Traits = {
  first_name: string
  last_name: string
  dob: string | null
  nhs_number: string
  mobile: string
  landline: string
  email: string
  postcode: string
}

export const likenessReasons = {
  same_nhs_number: 'Same NHS number',
  same_name: 'Same name',
  swapped_names: 'First and last name the other way round',
  part_of_name: 'One name is part of the other, or its short form',
  similar_name: 'Names differ in a letter or two',
  same_first_name: 'Same first name, but another last name',
  same_birth_date: 'Same date of birth',
  swapped_birth_date: 'Day and month of birth the other way round',
  mistaken_birth_date: 'Birth dates differ in a digit',
  no_birth_date: 'A birth date is not known',
  same_phone: 'Same phone number',
  same_email: 'Same email address',
  same_postcode: 'Same postcode',
  different_names: 'But different names',
  different_birth_dates: 'But different birth dates',
  different_nhs_numbers: 'But different NHS numbers',
} as const
type LikenessReason = keyof typeof likenessReasons

export type Likeness = { score: number; reasons: LikenessReason[] }

export const DUPLICATE_SCORE = 60

type Part = { points: number; reasons: LikenessReason[] }
const NOTHING: Part = { points: 0, reasons: [] }
const part = (points: number, ...reasons: LikenessReason[]): Part => ({ points, reasons })

/**
 * A name with a birth date is enough, and so is an NHS number. Families share emails, phones and
 * addresses; twins differ in first names, and namesakes in birth dates.
 */
export function likeness(a: Traits, b: Traits): Likeness {
  const name = nameLikeness(a, b)
  const nhsNumber = nhsNumberLikeness(a, b)
  const parts = [nhsNumber, name, birthDateLikeness(a.dob, b.dob), contactLikeness(a, b)]
  const points = parts.reduce((sum, { points }) => sum + points, 0)
  const least = nhsNumber.reasons.includes('same_nhs_number') ? DUPLICATE_SCORE : 0
  return {
    score: Math.max(least, Math.min(100, points)),
    reasons: parts.flatMap(({ reasons }) => reasons),
  }
}

const digits = (text: string) => text.replace(/\D/g, '')

export const plainPhone = (phone: string) => digits(phone).replace(/^(?:0044|44|0)0?/, '')

export const plainNhsNumber = digits

function nhsNumberLikeness(a: Traits, b: Traits): Part {
  const [one, other] = [digits(a.nhs_number), digits(b.nhs_number)]
  if (one === '' || other === '') return NOTHING
  return one === other ? part(60, 'same_nhs_number') : part(-40, 'different_nhs_numbers')
}

const CLOSEST: readonly NameLikeness[] = ['same', 'part', 'similar', 'different']
const loosest = (...of: NameLikeness[]) =>
  of.reduce((one, other) => (CLOSEST.indexOf(one) > CLOSEST.indexOf(other) ? one : other))

function nameLikeness(a: Traits, b: Traits): Part {
  const first = compareFirstNames(a.first_name, b.first_name)
  const straight = loosest(first, compareNames(a.last_name, b.last_name))
  if (straight === 'same' || haveSameName(a, b)) {
    return straight === 'same' || !isCrossed(a, b)
      ? part(45, 'same_name')
      : part(42, 'swapped_names')
  }
  const crossed = loosest(
    compareNames(a.first_name, b.last_name),
    compareNames(a.last_name, b.first_name),
  )
  if (straight === 'part') return part(35, 'part_of_name')
  if (straight === 'similar') return part(32, 'similar_name')
  if (crossed === 'part') return part(30, 'swapped_names', 'part_of_name')
  if (crossed === 'similar') return part(30, 'swapped_names', 'similar_name')
  if (first === 'same') return part(15, 'same_first_name')
  return part(-30, 'different_names')
}

/** Compares the words, however they are divided into first and last name. */
function haveSameName(a: Traits, b: Traits): boolean {
  const joinNames = ({ first_name, last_name }: Traits) =>
    foldWords(`${first_name} ${last_name}`).toSorted().join(' ')
  return joinNames(a) !== '' && joinNames(a) === joinNames(b)
}

const isCrossed = (a: Traits, b: Traits) => compareNames(a.first_name, b.last_name) === 'same'

function birthDateLikeness(a: string | null, b: string | null): Part {
  if (a === null || b === null) return part(0, 'no_birth_date')
  if (a === b) return part(35, 'same_birth_date')
  if (swappedDate(a) === b) return part(22, 'swapped_birth_date')
  if (isMistakenDate(a, b)) return part(20, 'mistaken_birth_date')
  return part(-60, 'different_birth_dates')
}

function contactLikeness(a: Traits, b: Traits): Part {
  const phones = (of: Traits) => [of.mobile, of.landline].map(plainPhone).filter(Boolean)
  const isSame = (one: string, other: string) =>
    one.trim() !== '' && one.trim().toLowerCase() === other.trim().toLowerCase()
  const reasons: LikenessReason[] = []
  if (phones(a).some((phone) => phones(b).includes(phone))) reasons.push('same_phone')
  if (isSame(a.email, b.email)) reasons.push('same_email')
  // A shared number says more than a shared street.
  const points = reasons.length === 0 ? 0 : 10 + 5 * reasons.length
  if (!isSame(a.postcode.replace(/\s/g, ''), b.postcode.replace(/\s/g, ''))) {
    return { points, reasons }
  }
  return part(points + 5, ...reasons, 'same_postcode')
}

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
type NameLikeness = 'same' | 'part' | 'similar' | 'different'

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
