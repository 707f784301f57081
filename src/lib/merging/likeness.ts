import { foldWords } from './fold-words.ts'
import { isMistakenDate, swappedDate } from './mistaken-dates.ts'
import { compareFirstNames, compareNames, type NameLikeness } from './similar-name.ts'

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
  const words = ({ first_name, last_name }: Traits) =>
    foldWords(`${first_name} ${last_name}`).toSorted().join(' ')
  return words(a) !== '' && words(a) === words(b)
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
