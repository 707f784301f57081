import type { AnswerToQuestion } from '#lib/contract/forms/form-answers.ts'
import type { ConditionGroup, FormItem } from '#lib/contract/forms/form-item.ts'
import type { Random } from './random.ts'

export type DemoForm = {
  name: string
  title: string
  description: string
  vaccination?: true
  items: readonly FormItem[]
  patients?: readonly string[]
  clinicians?: readonly string[]
}

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const when = (
  item: string,
  value: string | number = 'yes',
  operator: 'is' | 'at_least' = 'is',
): ConditionGroup => ({
  match: 'all',
  conditions: [{ item, operator, value } as ConditionGroup['conditions'][number]],
})
const yesOrNoQuestion = (id: string, label: string, more: object = {}): FormItem =>
  ({ type: 'radio', id, label, required: true, options: yesOrNo, ...more }) as FormItem
const warning = (id: string, text: string) => ({
  alerts: [{ when: when(id), level: 'warning', text }],
})
const stop = (id: string, text: string, advice: string) => ({
  alerts: [{ when: when(id), level: 'stop', text, advice }],
})
const signature: FormItem = {
  type: 'signature',
  id: 'signature',
  label: 'Your signature',
  required: true,
}
const medicines: FormItem = {
  type: 'group',
  id: 'medicines',
  label: 'Medicine',
  hint: 'Also those that you buy, and herbal ones. Leave this out if you take none.',
  add_label: 'Add a medicine',
  max: 10,
  items: [
    { type: 'text', id: 'medicine-name', label: 'Name', required: true, max_length: 100 },
    { type: 'text', id: 'medicine-dose', label: 'Dose', hint: 'Such as 5 mg once a day' },
  ],
}
const weightAndHeight: FormItem[] = [
  {
    type: 'number',
    id: 'weight',
    label: 'Your weight',
    required: true,
    min: 20,
    max: 350,
    unit: 'kg',
  },
  {
    type: 'number',
    id: 'height',
    label: 'Your height',
    required: true,
    min: 80,
    max: 230,
    unit: 'cm',
  },
]

const travel: DemoForm = {
  name: 'Travel questionnaire',
  title: 'About your trip',
  description: 'Please fill this in before you come, so that we have the right vaccines ready.',
  patients: ['travel-health-consultation', 'travel-vaccination', 'yellow-fever-vaccination'],
  items: [
    { type: 'page', id: 'trip', label: 'Your trip' },
    {
      type: 'textarea',
      id: 'countries',
      label: 'Which countries are you travelling to?',
      hint: 'In the order you will visit them',
      required: true,
      rows: 3,
    },
    { type: 'date', id: 'leaving', label: 'When do you leave?', required: true },
    {
      type: 'number',
      id: 'days',
      label: 'For how many days?',
      required: true,
      min: 1,
      max: 999,
      step: 1,
    },
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
        { value: 'none', label: 'None of these', exclusive: true },
      ],
      other: 'Something else',
    },
    { type: 'page', id: 'health', label: 'Your health' },
    yesOrNoQuestion(
      'pregnant',
      'Are you pregnant, or could you be?',
      warning('pregnant', 'May be pregnant'),
    ),
    yesOrNoQuestion(
      'eggs',
      'Are you allergic to eggs?',
      stop(
        'eggs',
        'Allergic to eggs',
        'Some travel vaccines contain egg. Call us before you come.',
      ),
    ),
    {
      type: 'text',
      id: 'reaction',
      label: 'What happened when you ate eggs?',
      required: true,
      max_length: 300,
      show_when: when('eggs'),
    },
    medicines,
    {
      type: 'file',
      id: 'record',
      label: 'Your vaccination record',
      accept: ['image/*', 'application/pdf'],
    },
  ],
}

const flu: DemoForm = {
  name: 'Flu vaccination consent',
  title: 'Your consent to a flu vaccination',
  description: 'Please read this and sign it before you are vaccinated.',
  vaccination: true,
  patients: ['flu-vaccination', 'workplace-flu-vaccination'],
  items: [
    { type: 'page', id: 'reading', label: 'About the vaccine' },
    {
      type: 'paragraph',
      id: 'about',
      text: 'The vaccine cannot give you flu. Your arm may be sore for a day or two, and some people feel tired or have a slight fever.\n\nSerious allergic reactions are very rare. We ask you to wait for 15 minutes afterwards.',
    },
    { type: 'page', id: 'health', label: 'Your health' },
    yesOrNoQuestion(
      'fever',
      'Do you have a fever today?',
      stop(
        'fever',
        'Has a fever',
        'Do not come with a fever. Move your appointment to a later day.',
      ),
    ),
    yesOrNoQuestion('eggs', 'Are you allergic to eggs?', warning('eggs', 'Allergic to eggs')),
    yesOrNoQuestion(
      'reaction',
      'Have you ever had a serious reaction to a vaccine?',
      warning('reaction', 'Serious reaction to a vaccine before'),
    ),
    {
      type: 'textarea',
      id: 'details',
      label: 'What happened?',
      required: true,
      max_length: 500,
      show_when: {
        match: 'any',
        conditions: [
          { item: 'eggs', operator: 'is', value: 'yes' },
          { item: 'reaction', operator: 'is', value: 'yes' },
        ],
      },
    },
    yesOrNoQuestion(
      'anticoagulants',
      'Do you take medicines that thin the blood?',
      warning('anticoagulants', 'Takes anticoagulants'),
    ),
    { type: 'page', id: 'agreeing', label: 'Your consent' },
    {
      type: 'checkbox',
      id: 'consent',
      label: 'I have read this and agree to be vaccinated',
      required: true,
    },
    signature,
  ],
}

const contraception: DemoForm = {
  name: 'Contraception questionnaire',
  title: 'Before your contraception consultation',
  description: 'Your answers help us to find what suits you. Only the clinician sees them.',
  patients: ['contraception-consultation'],
  items: [
    { type: 'page', id: 'now', label: 'What you use now' },
    {
      type: 'select',
      id: 'method',
      label: 'What do you use at the moment?',
      required: true,
      options: [
        { value: 'none', label: 'Nothing' },
        { value: 'combined', label: 'Combined pill' },
        { value: 'mini', label: 'Progestogen-only pill' },
        { value: 'condom', label: 'Condoms' },
        { value: 'coil', label: 'Coil or implant' },
      ],
      other: 'Something else',
    },
    { type: 'date', id: 'period', label: 'When did your last period begin?' },
    { type: 'page', id: 'health', label: 'Your health' },
    ...weightAndHeight,
    {
      type: 'calculated',
      id: 'bmi',
      label: 'Body mass index',
      calculation: 'bmi',
      of: ['weight', 'height'],
    },
    yesOrNoQuestion('smoker', 'Do you smoke?'),
    yesOrNoQuestion(
      'migraine',
      'Do you get migraines with flashing lights or blind spots?',
      warning('migraine', 'Migraine with aura'),
    ),
    yesOrNoQuestion(
      'clot',
      'Have you, or has a parent, brother or sister, had a blood clot before the age of 45?',
      warning('clot', 'Blood clot in the family before 45'),
    ),
    medicines,
  ],
}

const weight: DemoForm = {
  name: 'Weight management assessment',
  title: 'Before your weight management appointment',
  description: 'This tells us if the service is right for you.',
  patients: ['weight-management'],
  items: [
    { type: 'page', id: 'body', label: 'Your weight and height' },
    { type: 'date', id: 'birth', label: 'Your date of birth', required: true, prefill: 'dob' },
    { type: 'calculated', id: 'age', label: 'Your age', calculation: 'age', of: ['birth'] },
    ...weightAndHeight,
    {
      type: 'calculated',
      id: 'bmi',
      label: 'Your body mass index',
      calculation: 'bmi',
      of: ['weight', 'height'],
      alerts: [{ when: when('bmi', 40, 'at_least'), level: 'warning', text: 'BMI of 40 or more' }],
    },
    { type: 'page', id: 'health', label: 'Your health' },
    yesOrNoQuestion(
      'pancreatitis',
      'Have you ever had pancreatitis?',
      stop(
        'pancreatitis',
        'Pancreatitis',
        'This treatment may not be safe for you. Call us before you come.',
      ),
    ),
    yesOrNoQuestion('diabetes', 'Do you have diabetes?', warning('diabetes', 'Has diabetes')),
    medicines,
    {
      type: 'textarea',
      id: 'tried',
      label: 'What have you tried before?',
      max_length: 1_000,
      rows: 3,
    },
  ],
}

const severity = [
  { value: 'none', label: 'Not at all', score: 0 },
  { value: 'some', label: 'A little', score: 1 },
  { value: 'much', label: 'A lot', score: 2 },
]
const minorIllness: DemoForm = {
  name: 'Minor illness questions',
  title: 'About your symptoms',
  description: 'If you get worse before you come, call 111. In an emergency call 999.',
  patients: ['sore-throat', 'earache', 'infected-insect-bite', 'urinary-tract-infection'],
  items: [
    {
      type: 'number',
      id: 'days',
      label: 'For how many days have you had symptoms?',
      required: true,
      min: 0,
      max: 365,
      step: 1,
    },
    {
      type: 'radio',
      id: 'pain',
      label: 'How much pain do you have?',
      required: true,
      options: severity,
    },
    {
      type: 'radio',
      id: 'tired',
      label: 'How unwell do you feel?',
      required: true,
      options: severity,
    },
    {
      type: 'calculated',
      id: 'score',
      label: 'Score',
      calculation: 'score',
      of: ['pain', 'tired'],
      alerts: [{ when: when('score', 4, 'at_least'), level: 'warning', text: 'Very unwell' }],
    },
    yesOrNoQuestion(
      'breathing',
      'Do you find it hard to breathe or to swallow?',
      stop(
        'breathing',
        'Hard to breathe or swallow',
        'Do not wait for your appointment. Call 999 now.',
      ),
    ),
    yesOrNoQuestion(
      'penicillin',
      'Are you allergic to penicillin?',
      warning('penicillin', 'Allergic to penicillin'),
    ),
    { type: 'file', id: 'picture', label: 'A picture, if it can be seen', accept: ['image/*'] },
  ],
}

const chaperone: DemoForm = {
  name: 'Chaperone',
  title: 'Would you like a chaperone?',
  description: 'Somebody of our team can be with you while you are examined.',
  patients: ['contraception-consultation', 'ear-wax-removal', 'health-check'],
  items: [
    {
      type: 'radio',
      id: 'wish',
      label: 'Would you like a chaperone?',
      required: true,
      options: [
        { value: 'yes', label: 'Yes, one of your team' },
        { value: 'own', label: 'I will bring somebody' },
        { value: 'no', label: 'No' },
      ],
      alerts: [{ when: when('wish'), level: 'warning', text: 'Wants a chaperone' }],
    },
    {
      type: 'text',
      id: 'who',
      label: 'Who will come with you?',
      max_length: 100,
      show_when: when('wish', 'own'),
    },
  ],
}

const bloodPressure: DemoForm = {
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
      alerts: [
        {
          when: when('first-systolic', 180, 'at_least'),
          level: 'warning',
          text: 'Upper reading of 180 or more',
        },
      ],
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
}

const beforeBloodPressure: DemoForm = {
  name: 'Before a blood pressure check',
  title: 'Before your blood pressure check',
  description: 'Do not smoke or drink coffee in the half hour before.',
  patients: ['blood-pressure-check', 'blood-pressure-monitor-fitting'],
  items: [
    yesOrNoQuestion('known', 'Has anybody told you that your blood pressure is high?'),
    {
      type: 'number',
      id: 'last',
      label: 'What was the upper number the last time?',
      hint: 'Leave this out if you do not know',
      min: 50,
      max: 300,
      unit: 'mmHg',
      show_when: when('known'),
    },
    yesOrNoQuestion('chest', 'Have you had chest pain in the last week?', {
      ...stop(
        'chest',
        'Chest pain in the last week',
        'If you have chest pain now, call 999. Otherwise call 111 today.',
      ),
    }),
    medicines,
  ],
}

const vaccineRecord: DemoForm = {
  name: 'Vaccination checklist',
  title: 'Vaccination checklist',
  description: 'Gone through with the patient before the vaccine is given.',
  vaccination: true,
  clinicians: ['flu-vaccination', 'travel-vaccination', 'yellow-fever-vaccination'],
  items: [
    {
      type: 'checkboxes',
      id: 'checked',
      label: 'Checked',
      required: true,
      options: [
        { value: 'identity', label: 'Name and date of birth' },
        { value: 'allergies', label: 'Allergies' },
        { value: 'consent', label: 'Consent' },
      ],
    },
    {
      type: 'textarea',
      id: 'details',
      label: 'Earlier reactions',
      rows: 2,
      prefill_answer: 'details',
    },
    { type: 'number', id: 'temperature', label: 'Temperature', min: 30, max: 43, unit: '°C' },
    { type: 'checkbox', id: 'waited', label: 'Waited for 15 minutes' },
  ],
}

export const DEMO_FORMS: readonly DemoForm[] = [
  travel,
  flu,
  contraception,
  weight,
  minorIllness,
  chaperone,
  beforeBloodPressure,
  bloodPressure,
  vaccineRecord,
]

const RARELY = 0.08
const NAMES = ['Ramipril 5 mg', 'Metformin 500 mg', 'Salbutamol inhaler', 'Amlodipine 10 mg']

/** Gives a plausible answer to one question, and undefined where it is left out. */
export function plausibleAnswer(
  item: FormItem,
  random: Random,
  { name, on, after }: { name: string; on: string; after: string },
): AnswerToQuestion | Record<string, AnswerToQuestion>[] | undefined {
  switch (item.type) {
    case 'radio': {
      const values = item.options.map(({ value }) => value)
      if (values.length === 2 && values.includes('no')) return random.chance(RARELY) ? 'yes' : 'no'
      return random.pick(values)
    }
    case 'select':
      return random.pick(item.options).value
    case 'checkboxes':
      return item.required
        ? item.options.map(({ value }) => value)
        : [random.pick(item.options).value]
    case 'checkbox':
      return true
    case 'number':
      return plausibleNumber(item, random)
    case 'date':
      return item.id === 'birth' ? '1984-05-12' : after
    case 'time':
      return '09:40'
    case 'signature':
      return { name, signed_on: on }
    case 'group':
      return random.chance(0.5)
        ? [{ 'medicine-name': random.pick(NAMES), 'medicine-dose': 'Once a day' }]
        : undefined
    case 'text':
      return 'A rash on both arms for two days'
    case 'textarea':
      return item.id === 'countries'
        ? random.pick(['Kenya and Tanzania', 'Thailand', 'Peru'])
        : item.required
          ? 'Swollen lips for an hour'
          : undefined
    default:
      return undefined
  }
}

const NUMBERS: Readonly<Record<string, readonly [number, number]>> = {
  weight: [58, 118],
  height: [155, 190],
  days: [1, 12],
  'first-systolic': [112, 168],
  'first-diastolic': [68, 98],
  'second-systolic': [110, 160],
  'second-diastolic': [66, 95],
  last: [125, 165],
  pulse: [56, 92],
  temperature: [36, 37],
}

const plausibleNumber = ({ id }: FormItem, random: Random) => {
  const [lowest, highest] = NUMBERS[id] ?? [1, 9]
  return random.between(lowest, highest)
}
