import { ProfileWrite, type User } from '#lib/contract/users.ts'
import { dateProblem, toPlainDate } from '#lib/dates/date-parts.ts'
import { questionResolver } from '../../ui/form/question-resolver.ts'
import type { ChosenSurgery } from '../person/lookups.ts'

export type ChosenAllergy = { id: number; name: string }

export type ProfileDraft = {
  title: string
  first_name: string
  last_name: string
  email: string
  mobile: string
  landline: string
  address1: string
  address2: string
  city: string
  county: string
  nation: string
  postcode: string
  dob: string
  gender: string
  nhs_number: string
  gp_surgery: ChosenSurgery | null
  allergies: ChosenAllergy[]
  reminders: User['reminders']
}

export type ProfileField = keyof ProfileDraft

export const profileFields: readonly ProfileField[] = [
  'title',
  'first_name',
  'last_name',
  'email',
  'reminders',
  'mobile',
  'landline',
  'address1',
  'address2',
  'city',
  'county',
  'nation',
  'postcode',
  'dob',
  'gender',
  'nhs_number',
  'gp_surgery',
  'allergies',
]

export function findProfileField(name: string): ProfileField | undefined {
  const [field = ''] = name.split('.')
  if (field === 'gp_surgery_id') return 'gp_surgery'
  return profileFields.find((known) => known === field)
}

export function createProfileDraft(user: User): ProfileDraft {
  const { title, first_name, last_name, email, mobile, landline } = user
  const { address1, address2, city, county, nation, postcode } = user
  return {
    title,
    first_name,
    last_name,
    email,
    mobile,
    landline,
    address1,
    address2,
    city,
    county,
    nation,
    postcode,
    dob: user.dob ?? '',
    gender: String(user.gender),
    nhs_number: user.nhs_number,
    gp_surgery: user.gp_surgery,
    reminders: user.reminders,
    allergies: user.allergies.map(({ id, name }) => ({ id, name })),
  }
}

function toWrite({ gp_surgery, allergies, dob, gender, ...texts }: ProfileDraft) {
  return {
    ...texts,
    dob: toPlainDate(dob) || null,
    gender: Number(gender),
    gp_surgery_id: gp_surgery?.id ?? null,
    allergies: allergies.map(({ id }) => id),
  }
}

function ownProblems(draft: ProfileDraft): Partial<Record<ProfileField, string>> {
  const problem = dateProblem(draft.dob, 'Date of birth')
  return {
    ...(!draft.email.trim() && { email: 'Enter your email address' }),
    ...(problem && { dob: problem }),
  }
}

export const profileResolver = questionResolver<ProfileDraft, ProfileWrite>({
  schema: ProfileWrite,
  toWrite,
  questionOf: findProfileField,
  ownProblems,
})
