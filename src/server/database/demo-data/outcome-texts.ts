/** An outcome of the demonstration; of its versions the oldest first. */
export type DemoOutcome = {
  name: string
  path: string
  archived?: true
  versions: readonly OutcomeVersion[]
}

/** `daysAgo`: when it was made; left out: from the beginning. */
type OutcomeVersion = {
  edition: number
  subversion: number
  daysAgo?: number
  name?: string
  text: string
}

const letter = (body: string) => `Dear {{ patient.first_name }},

${body}

If anything is unclear, call {{ site.name }} on {{ site.telephone }}.

{{ clinician.full_name }}`

const first = (text: string): readonly OutcomeVersion[] => [{ edition: 1, subversion: 0, text }]

const VACCINATED = 'today you had your vaccination: {{ appointment.type }}.'
const SORE_ARM = 'Your arm may be sore for two or three days, and you may feel tired or feverish.'
const ALARM =
  'Call 999 if your face or throat swells or you find it hard to breathe, and NHS 111 if you are worried.'

export const DEMO_OUTCOMES = [
  {
    name: 'Vaccination given',
    path: 'outcomes/vaccination-given.html',
    versions: [
      { edition: 1, subversion: 0, name: 'Vaccinated', text: letter(`${VACCINATED}`) },
      { edition: 1, subversion: 1, daysAgo: 70, text: letter(`${VACCINATED}\n\n${SORE_ARM}`) },
      {
        ...{ edition: 2, subversion: 0, daysAgo: 40 },
        text: letter(`${VACCINATED}\n\n${SORE_ARM} ${ALARM}`),
      },
      {
        ...{ edition: 2, subversion: 1, daysAgo: 12 },
        text: letter(`${VACCINATED}\n\n${SORE_ARM} This passes by itself.\n\n${ALARM}`),
      },
    ],
  },
  {
    name: 'Vaccination not given',
    path: 'outcomes/vaccination-not-given.html',
    versions: first(
      letter(
        'we did not vaccinate you today, for the reason that we talked about. Please book again once it has passed.',
      ),
    ),
  },
  {
    name: 'Medicine supplied',
    path: 'outcomes/medicine-supplied.html',
    versions: first(
      letter(
        'you were given a medicine today. Take it as the label says, and finish the course even if you feel better.\n\nWe have told your GP surgery, {{ gp_surgery.name }}, about it.',
      ),
    ),
  },
  {
    name: 'Advice given',
    path: 'outcomes/advice-given.html',
    versions: [
      {
        ...{ edition: 1, subversion: 0 },
        text: letter('you need no treatment at the moment. Rest, and drink enough.'),
      },
      {
        ...{ edition: 2, subversion: 0, daysAgo: 55 },
        text: letter(
          'you need no treatment at the moment. What helps meanwhile is what we talked about.\n\nCome back, or see your GP, if it is not better within a week.',
        ),
      },
    ],
  },
  {
    name: 'Referred to GP',
    path: 'outcomes/referral.html',
    versions: first(
      letter(
        'we would like your GP to have a look. We have written to {{ gp_surgery.name }}; please make an appointment there within two weeks.',
      ),
    ),
  },
  {
    name: 'Result in the usual range',
    path: 'outcomes/result-usual.html',
    versions: first(
      letter(
        'what we measured on {{ appointment.date }} is in the usual range. The next check is due in a year.',
      ),
    ),
  },
  {
    name: 'Sample sent to the laboratory',
    path: 'outcomes/sample-sent.html',
    versions: first(
      letter(
        'your sample is on its way to the laboratory. Whoever asked for the test tells you the result, usually within five working days.',
      ),
    ),
  },
  {
    name: 'Follow-up agreed',
    path: 'outcomes/follow-up.html',
    versions: first(
      letter('we agreed to meet again. Please book the follow-up at {{ site.url }}.'),
    ),
  },
  {
    name: 'Paper card handed over',
    path: 'outcomes/paper-card.html',
    archived: true,
    versions: first(
      letter('your vaccination is written on the card that we gave you. Please keep it.'),
    ),
  },
] as const satisfies readonly DemoOutcome[]

export type OutcomeName = (typeof DEMO_OUTCOMES)[number]['name']
