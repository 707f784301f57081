import {
  type ComparedPerson,
  type MergedField,
  type MergeWrite,
  mergedFields,
} from '#lib/contract/merging.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import { genderLabels } from '../people/account/genders.ts'

const fields: Record<MergedField, { label: string; of: (person: ComparedPerson) => string }> = {
  title: { label: 'Title', of: ({ title }) => title },
  first_name: { label: 'First name', of: ({ first_name }) => first_name },
  last_name: { label: 'Last name', of: ({ last_name }) => last_name },
  dob: { label: 'Date of birth', of: ({ dob }) => (dob ? formatCalendarDate(dob) : '') },
  gender: { label: 'Gender', of: ({ gender }) => (gender === -1 ? '' : genderLabels(gender)) },
  nhs_number: { label: 'NHS number', of: ({ nhs_number }) => spacedNhsNumber(nhs_number) },
  email: { label: 'Email address', of: ({ email }) => email },
  mobile: { label: 'Mobile phone number', of: ({ mobile }) => mobile },
  landline: { label: 'Landline', of: ({ landline }) => landline },
  address: {
    label: 'Address',
    of: ({ address1, address2, city, county, nation, postcode }) =>
      [address1, address2, city, county, nation, postcode].filter(Boolean).join(', '),
  },
  gp_surgery: { label: 'GP surgery', of: ({ gp_surgery }) => gp_surgery?.name ?? '' },
  is_deceased: { label: 'Deceased', of: ({ is_deceased }) => (is_deceased ? 'Yes' : 'No') },
}

export const fieldLabel = (field: MergedField) => fields[field].label
export const fieldValue = (field: MergedField, person: ComparedPerson) => fields[field].of(person)

export function formatUnverified({ unverified }: ComparedPerson): string {
  const labels = unverified.map((field) =>
    fieldLabel(field).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()),
  )
  return labels.length === 0 ? '' : `Not verified: ${labels.join(', ')}`
}

export const differing = (people: readonly ComparedPerson[]): MergedField[] =>
  mergedFields.filter((field) => new Set(people.map((one) => fieldValue(field, one))).size > 1)

export type ChosenFields = {
  ids: number[]
  keepId: number
  fields: Partial<Record<MergedField, number>>
  signInsChecked: boolean
  contactsChecked: boolean
}

export function findFieldSource(
  field: MergedField,
  chosen: ChosenFields,
  people: readonly ComparedPerson[],
) {
  const taking = people.filter(({ id }) => chosen.ids.includes(id))
  const picked = chosen.fields[field]
  if (picked !== undefined && chosen.ids.includes(picked)) return picked
  const survivor = taking.find(({ id }) => id === chosen.keepId)
  if (survivor && fieldValue(field, survivor) !== '') return survivor.id
  return taking.find((one) => fieldValue(field, one) !== '')?.id ?? chosen.keepId
}

export function toMergeWrite(chosen: ChosenFields, people: readonly ComparedPerson[]): MergeWrite {
  const taking = people.filter(({ id }) => chosen.ids.includes(id))
  return {
    keep_id: chosen.keepId,
    merge_ids: chosen.ids.filter((id) => id !== chosen.keepId),
    fields: Object.fromEntries(
      differing(taking).map((field) => [field, findFieldSource(field, chosen, taking)]),
    ),
    sign_ins_checked: chosen.signInsChecked,
    contacts_checked: chosen.contactsChecked,
    seen: taking.map(({ id, modified }) => ({ id, modified })),
  }
}
