export type AdministrationChoice = { value: string; label: string; code: string; display: string }

export const routeChoices = [
  { value: 'intramuscular', label: 'Into the muscle', code: '78421000', display: 'Intramuscular' },
  { value: 'subcutaneous', label: 'Under the skin', code: '34206005', display: 'Subcutaneous' },
  { value: 'intradermal', label: 'Into the skin', code: '372464004', display: 'Intradermal' },
  { value: 'oral', label: 'By mouth', code: '26643006', display: 'Oral' },
  { value: 'intranasal', label: 'Into the nose', code: '46713006', display: 'Nasal' },
] as const satisfies readonly AdministrationChoice[]

export const bodySiteChoices = [
  {
    value: 'left_deltoid',
    label: 'Left upper arm',
    code: '368208006',
    display: 'Left upper arm structure',
  },
  {
    value: 'right_deltoid',
    label: 'Right upper arm',
    code: '368209003',
    display: 'Right upper arm structure',
  },
  { value: 'left_thigh', label: 'Left thigh', code: '61396006', display: 'Left thigh structure' },
  {
    value: 'right_thigh',
    label: 'Right thigh',
    code: '11207009',
    display: 'Right thigh structure',
  },
  {
    value: 'left_buttock',
    label: 'Left buttock',
    code: '723979003',
    display: 'Structure of left buttock',
  },
  {
    value: 'right_buttock',
    label: 'Right buttock',
    code: '723980000',
    display: 'Structure of right buttock',
  },
  { value: 'abdomen', label: 'Abdomen', code: '818981001', display: 'Abdomen structure' },
  { value: 'mouth', label: 'Mouth', code: '74262004', display: 'Oral cavity structure' },
  { value: 'nose', label: 'Nose', code: '279549004', display: 'Nasal cavity structure' },
] as const satisfies readonly AdministrationChoice[]

const sitesOfRoute: Readonly<Record<string, readonly string[]>> = {
  oral: ['mouth'],
  intranasal: ['nose'],
}

export const sitesFor = (route: string): readonly AdministrationChoice[] =>
  bodySiteChoices.filter(({ value }) => {
    const only = sitesOfRoute[route]
    return only ? only.includes(value) : value !== 'mouth' && value !== 'nose'
  })

export const notGivenReasons = {
  refused: 'The patient did not want it',
  unwell: 'The patient was unwell',
  contraindicated: 'It is not safe for the patient',
  already_had: 'The patient has already had it',
  not_available: 'The vaccine was not available',
  other: 'Another reason',
} as const
export type NotGivenReason = keyof typeof notGivenReasons
