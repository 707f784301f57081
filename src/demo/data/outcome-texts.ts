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
    ],
  },
  {
    name: 'Vaccination not given',
    path: 'outcomes/vaccination-not-given.html',
    versions: first(
      letter(
        'we did not vaccinate you today, for the reason we talked about. Please book again once it has passed.',
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
        edition: 1,
        subversion: 0,
        text: letter('you need no treatment at the moment. Rest, and drink enough.'),
      },
      {
        edition: 2,
        subversion: 0,
        daysAgo: 55,
        text: letter(
          'you need no treatment at the moment. The advice we gave you should help.\n\nCome back, or see your GP, if it is not better within a week.',
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
        'what we measured on {{ appointment.date }} is in the usual range. You need to do nothing until your next check.',
      ),
    ),
  },
  {
    name: 'Sample sent to the laboratory',
    path: 'outcomes/sample-sent.html',
    versions: first(
      letter(
        'your sample is on its way to the laboratory. The GP or hospital that asked for the test will tell you the result, usually within five working days.',
      ),
    ),
  },
  {
    name: '24-hour monitor offered',
    path: 'outcomes/monitor-offered.html',
    versions: first(
      letter(
        'your blood pressure was high today. A monitor that you wear for 24 hours gives a more accurate result. Please book its fitting at {{ site.url }}.',
      ),
    ),
  },
  {
    name: 'Monitor fitted',
    path: 'outcomes/monitor-fitted.html',
    versions: first(
      letter(
        'we fitted your blood pressure monitor today. Please bring it back tomorrow, with the cuff and the pouch.',
      ),
    ),
  },
  {
    name: 'Readings sent to GP',
    path: 'outcomes/readings-sent.html',
    versions: first(
      letter(
        'the readings of your monitor are complete. We have sent them to {{ gp_surgery.name }}.',
      ),
    ),
  },
  {
    name: 'Readings incomplete',
    path: 'outcomes/readings-incomplete.html',
    versions: first(
      letter(
        'some readings of your monitor are missing. Please book another fitting at {{ site.url }}.',
      ),
    ),
  },
  {
    name: 'Sample not taken',
    path: 'outcomes/sample-not-taken.html',
    versions: first(
      letter(
        'we could not take your sample today, for the reason we talked about. Please book again at {{ site.url }}.',
      ),
    ),
  },
  {
    name: 'Ear wax removed',
    path: 'outcomes/ear-wax-removed.html',
    versions: first(
      letter(
        'we removed the wax from your ears today. Keep them dry for two days, and put nothing into them.',
      ),
    ),
  },
  {
    name: 'No ear wax found',
    path: 'outcomes/no-ear-wax.html',
    versions: first(letter('we looked into both ears today and found no wax to remove.')),
  },
  {
    name: 'Medicines reviewed',
    path: 'outcomes/medicines-reviewed.html',
    versions: first(
      letter('today we went through all your medicines. Keep taking them as we agreed.'),
    ),
  },
  {
    name: 'Contraception supplied',
    path: 'outcomes/contraception-supplied.html',
    versions: first(
      letter(
        'you were given your contraception today. The leaflet says how to take it, and what to do if you miss a dose.',
      ),
    ),
  },
  {
    name: 'Plan agreed',
    path: 'outcomes/plan-agreed.html',
    versions: first(letter('today we agreed on a plan and the next steps. You have a copy of it.')),
  },
  {
    name: 'Report written',
    path: 'outcomes/report-written.html',
    versions: first(
      letter('the report of your review is ready. Nobody else sees it until you agree.'),
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
