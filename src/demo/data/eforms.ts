import { formDefinition } from '#lib/contract/forms/form-definition.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import type { Executor } from '#server/database/connection.ts'
import { lookUp } from './look-up.ts'

type DemoForm = {
  name: string
  title: string
  description: string
  vaccination?: true
  items: readonly FormItem[]
  /** Types, by slug, whose patients fill it in, or whose clinicians do. */
  patients?: readonly string[]
  clinicians?: readonly string[]
}

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const yesOrNoQuestion = (id: string, label: string): FormItem => ({
  type: 'radio',
  id,
  label,
  required: true,
  options: yesOrNo,
})

const FORMS: readonly DemoForm[] = [
  {
    name: 'Travel questionnaire',
    title: 'About your trip',
    description: 'Please fill this in before you come, so that we have the right vaccines ready.',
    patients: ['travel-health-consultation', 'travel-vaccination', 'yellow-fever-vaccination'],
    items: [
      { type: 'heading', id: 'trip', label: 'Your trip' },
      {
        type: 'textarea',
        id: 'countries',
        label: 'Which countries are you travelling to?',
        hint: 'In the order you will visit them',
        required: true,
        rows: 3,
      },
      { type: 'date', id: 'leaving', label: 'When do you leave?', required: true },
      { type: 'number', id: 'days', label: 'For how many days?', required: true, min: 1, max: 999 },
      {
        type: 'checkboxes',
        id: 'plans',
        label: 'What will you do there?',
        options: [
          { value: 'city', label: 'Stay in towns and cities' },
          { value: 'country', label: 'Stay in the countryside' },
          { value: 'animals', label: 'Work with animals' },
          { value: 'relatives', label: 'Visit friends or relatives' },
          { value: 'altitude', label: 'Go above 2,500 metres' },
        ],
      },
      { type: 'heading', id: 'health', label: 'Your health' },
      yesOrNoQuestion('pregnant', 'Are you pregnant, or could you be?'),
      yesOrNoQuestion('eggs', 'Are you allergic to eggs?'),
      {
        type: 'textarea',
        id: 'medicines',
        label: 'Which medicines do you take?',
        hint: 'Leave blank if you take none',
        rows: 3,
      },
      {
        type: 'file',
        id: 'record',
        label: 'Your vaccination record',
        accept: ['image/*', 'application/pdf'],
      },
    ],
  },
  {
    name: 'Flu vaccination consent',
    title: 'Your consent to a flu vaccination',
    description: 'Please read this and sign it on the day, before you are vaccinated.',
    vaccination: true,
    patients: ['flu-vaccination'],
    items: [
      {
        type: 'paragraph',
        id: 'about',
        text: 'The vaccine cannot give you flu. Your arm may be sore for a day or two, and some people feel tired or have a slight fever.\n\nSerious allergic reactions are very rare. We ask you to wait for 15 minutes afterwards.',
      },
      yesOrNoQuestion('fever', 'Do you have a fever today?'),
      yesOrNoQuestion('reaction', 'Have you ever had a serious reaction to a vaccine?'),
      yesOrNoQuestion('anticoagulants', 'Do you take medicines that thin the blood?'),
      { type: 'text', id: 'details', label: 'If yes, which?', max_length: 200 },
      {
        type: 'checkbox',
        id: 'consent',
        label: 'I have read this and agree to be vaccinated',
        required: true,
      },
      { type: 'signature', id: 'signature', label: 'Signature', required: true },
    ],
  },
  {
    name: 'Blood pressure reading',
    title: 'Blood pressure reading',
    description: 'Two readings, five minutes apart, on the same arm.',
    clinicians: ['blood-pressure-check', 'health-check'],
    items: [
      {
        type: 'select',
        id: 'arm',
        label: 'Arm',
        required: true,
        options: [
          { value: 'left', label: 'Left' },
          { value: 'right', label: 'Right' },
        ],
      },
      { type: 'time', id: 'first-time', label: 'First reading at', required: true },
      {
        type: 'number',
        id: 'first-systolic',
        label: 'First reading, upper',
        required: true,
        min: 50,
        max: 300,
        unit: 'mmHg',
      },
      {
        type: 'number',
        id: 'first-diastolic',
        label: 'First reading, lower',
        required: true,
        min: 20,
        max: 200,
        unit: 'mmHg',
      },
      {
        type: 'number',
        id: 'second-systolic',
        label: 'Second reading, upper',
        min: 50,
        max: 300,
        unit: 'mmHg',
      },
      {
        type: 'number',
        id: 'second-diastolic',
        label: 'Second reading, lower',
        min: 20,
        max: 200,
        unit: 'mmHg',
      },
      { type: 'number', id: 'pulse', label: 'Pulse', min: 20, max: 250, unit: 'a minute' },
      { type: 'textarea', id: 'advice', label: 'Advice given', rows: 4 },
    ],
  },
]

export async function insertEforms(
  executor: Executor,
  types: ReadonlyMap<string, { id: number }>,
  modified: Date,
): Promise<void> {
  const rows = await executor
    .insertInto('eform')
    .values(
      FORMS.map(({ name, title, description, vaccination = false, items }) => ({
        name,
        title,
        description,
        modified,
        is_vaccination_form: vaccination,
        form_definition: JSON.stringify(formDefinition.parse(items)),
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const idByName = new Map(rows.map(({ id, name }) => [name, id]))
  const linked = (slugsOf: (form: DemoForm) => readonly string[]) =>
    FORMS.flatMap((form) =>
      slugsOf(form).map((slug) => ({
        appointment_type_id: lookUp(types, slug).id,
        eform_id: lookUp(idByName, form.name),
        position: 1,
      })),
    )
  await executor
    .insertInto('appointment_type_patient_form')
    .values(linked(({ patients = [] }) => patients))
    .execute()
  await executor
    .insertInto('appointment_type_clinician_form')
    .values(linked(({ clinicians = [] }) => clinicians))
    .execute()
}
