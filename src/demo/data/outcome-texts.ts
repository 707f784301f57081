import type { TemplatePath } from '#lib/outcomes/shipped-templates.ts'

export type DemoOutcome = {
  name: string
  archived?: true
  versions: readonly OutcomeVersion[]
}

/** `daysAgo` says when it was made, at first without it. It has `text` or else `path`. */
type OutcomeVersion = {
  edition: number
  subversion: number
  daysAgo?: number
  name?: string
  text: string
  path?: TemplatePath
}

const letter = (body: string) => `Dear {{ patient.first_name }},

${body}

If anything is unclear, {% if site.telephone %}call {{ site.name }} on {{ site.telephone }}{% else %}ask at {{ site.name }}{% endif %}.

{{ clinician.full_name }}`

const first = (text: string): readonly OutcomeVersion[] => [{ edition: 1, subversion: 0, text }]
const shipped = (path: TemplatePath): readonly OutcomeVersion[] => [
  { edition: 1, subversion: 0, text: '', path },
]

const VACCINATED = 'Today you had your vaccination: {{ appointment.type }}.'
const SORE_ARM = 'Your arm may be sore for two or three days, and you may feel tired or feverish.'
const ALARM =
  'Call 999 if your face or throat swells or you find it hard to breathe, and NHS 111 if you are worried.'

export const DEMO_OUTCOMES = [
  {
    name: 'Vaccination given',
    versions: [
      { edition: 1, subversion: 0, name: 'Vaccinated', text: letter(`${VACCINATED}`) },
      { edition: 1, subversion: 1, daysAgo: 70, text: letter(`${VACCINATED}\n\n${SORE_ARM}`) },
      {
        edition: 2,
        subversion: 0,
        daysAgo: 40,
        text: letter(`${VACCINATED}\n\n${SORE_ARM} ${ALARM}`),
      },
      {
        edition: 2,
        subversion: 1,
        daysAgo: 12,
        text: letter(`${VACCINATED}\n\n${SORE_ARM} This passes by itself.\n\n${ALARM}`),
      },
      {
        edition: 3,
        subversion: 0,
        daysAgo: 5,
        text: '',
        path: 'letters/vaccination-certificate.liquid',
      },
    ],
  },
  {
    name: 'Vaccination not given',
    versions: first(
      letter(
        'We did not vaccinate you today, for the reason we talked about. Please book again once it has passed.',
      ),
    ),
  },
  {
    name: 'Medicine supplied',
    versions: first(
      letter(
        'You were given a medicine today. Take it as the label says, and finish the course even if you feel better.\n\nWe have told your GP surgery{% if gp_surgery.name %}, {{ gp_surgery.name }},{% endif %} about it.',
      ),
    ),
  },
  {
    name: 'Advice given',
    versions: [
      {
        edition: 1,
        subversion: 0,
        text: letter('You need no treatment at the moment. Rest, and drink enough.'),
      },
      {
        edition: 2,
        subversion: 0,
        daysAgo: 55,
        text: letter(
          'You need no treatment at the moment. The advice we gave you should help.\n\nCome back, or see your GP, if it is not better within a week.',
        ),
      },
      { edition: 3, subversion: 0, daysAgo: 8, text: '', path: 'letters/advice.liquid' },
    ],
  },
  {
    name: 'Referred to GP',
    versions: first(
      letter(
        'We would like your GP to have a look. We have written to {{ gp_surgery.name | default: "your surgery" }}; please make an appointment there within two weeks.',
      ),
    ),
  },
  {
    name: 'Result in the usual range',
    versions: [
      {
        edition: 1,
        subversion: 0,
        text: letter(
          'What we measured on {{ appointment.date }} is in the usual range. You need to do nothing until your next check.',
        ),
      },
      { edition: 2, subversion: 0, daysAgo: 25, text: '', path: 'letters/result.liquid' },
    ],
  },
  {
    name: 'Sample sent to the laboratory',
    versions: first(
      letter(
        'Your sample is on its way to the laboratory. The GP or hospital that asked for the test will tell you the result, usually within five working days.',
      ),
    ),
  },
  {
    name: '24-hour monitor offered',
    versions: first(
      letter(
        'Your blood pressure was high today. A monitor that you wear for 24 hours gives a more accurate result. Please book its fitting at {{ site.url }}.',
      ),
    ),
  },
  {
    name: 'Monitor fitted',
    versions: first(
      letter(
        'We fitted your blood pressure monitor today. Please bring it back tomorrow, with the cuff and the pouch.',
      ),
    ),
  },
  {
    name: 'Readings sent to GP',
    versions: shipped('letters/gp.liquid'),
  },
  {
    name: 'Readings incomplete',
    versions: first(
      letter(
        'Some readings of your monitor are missing. Please book another fitting at {{ site.url }}.',
      ),
    ),
  },
  {
    name: 'Sample not taken',
    versions: first(
      letter(
        'We could not take your sample today, for the reason we talked about. Please book again at {{ site.url }}.',
      ),
    ),
  },
  {
    name: 'Ear wax removed',
    versions: first(
      letter(
        'We removed the wax from your ears today. Keep them dry for two days, and put nothing into them.',
      ),
    ),
  },
  {
    name: 'No ear wax found',
    versions: first(letter('We looked into both ears today and found no wax to remove.')),
  },
  {
    name: 'Medicines reviewed',
    versions: first(
      letter('Today we went through all your medicines. Keep taking them as we agreed.'),
    ),
  },
  {
    name: 'Contraception supplied',
    versions: first(
      letter(
        'You were given your contraception today. The leaflet says how to take it, and what to do if you miss a dose.',
      ),
    ),
  },
  {
    name: 'Plan agreed',
    versions: first(letter('Today we agreed on a plan and the next steps. You have a copy of it.')),
  },
  {
    name: 'Report written',
    versions: first(
      letter('The report of your review is ready. Nobody else sees it until you agree.'),
    ),
  },
  {
    name: 'Follow-up agreed',
    versions: first(
      letter('We agreed to meet again. Please book the follow-up at {{ site.url }}.'),
    ),
  },
  {
    name: 'Paper card handed over',
    archived: true,
    versions: first(
      letter('Your vaccination is written on the card that we gave you. Please keep it.'),
    ),
  },
] as const satisfies readonly DemoOutcome[]

export type OutcomeName = (typeof DEMO_OUTCOMES)[number]['name']
