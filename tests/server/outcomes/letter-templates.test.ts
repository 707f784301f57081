import { expect, test } from 'vitest'
import { DEMO_OUTCOMES } from '#demo/data/outcomes.ts'
import { insertions } from '#lib/outcomes/insertions.ts'
import { templatePaths } from '#lib/outcomes/shipped-templates.ts'
import { shippedTemplate } from '#server/outcomes/render-letter.ts'
import { inLimitedTime, isOverTime } from '#server/templates/limited-time.ts'
import { fillInTemplate, findTemplateProblems } from '#server/templates/templates.ts'

const letterProblems = (code: string) => findTemplateProblems('letter', code)
const problemsOfAll = async (codes: string[]) =>
  (await Promise.all(codes.map(letterProblems))).flat()

/* Templates that come with the product, and what the editor inserts, are in order. */

test.each(templatePaths)('%s can be read', async (path) => {
  const template = shippedTemplate(path)
  expect(template).not.toBe('')
  expect(await letterProblems(template)).toEqual([])
})

test('so can every letter of the demonstration', async () => {
  const texts = DEMO_OUTCOMES.flatMap(({ versions }) => versions.map(({ text }) => text))
  expect(await problemsOfAll(texts)).toEqual([])
})

test('a filter over a long list ends before it takes long', async () => {
  for (const code of [
    '{{ (1..490000) | where: "a" | size }}',
    '{% assign many = (1..20000) %}{{ many | sort | size }}{{ many | sort | size }}',
  ]) {
    await expect(fillInTemplate('letter', code, {})).rejects.toThrow(/limit exceeded/)
  }
})

test.each([
  ['letter', 200_000],
  ['messageBody', 50_000],
  ['messageSubject', 1_000],
] as const)('a %s of more than %i characters is refused', async (kind, longest) => {
  const code = `{% for a in (1..${longest / 10 + 1}) %}0123456789{% endfor %}`
  const words = expect.stringMatching(/^This becomes longer than [\d,]+ characters\.$/)
  expect(await findTemplateProblems(kind, code)).toEqual([words])
  await expect(fillInTemplate(kind, code, {})).rejects.toThrow(/longer than/)
})

test('nobody else waits for a template', async () => {
  let turns = 0
  let isFilledIn = false
  const takeTurn = () => {
    turns += 1
    if (!isFilledIn) setImmediate(takeTurn)
  }
  takeTurn()
  const numbers = '(1..20000) %}'
  const code = `{% for a in ${numbers}{% for b in ${numbers}{{ b }}{% endfor %}{% endfor %}`
  await expect(fillInTemplate('letter', code, {})).rejects.toThrow(/limit exceeded/)
  isFilledIn = true
  expect(turns).toBeGreaterThan(10)
})

test('what never ends is ended', () => {
  const endless = () => {
    for (;;) if (Date.now() < 0) return
  }
  expect(() => inLimitedTime(50, endless)).toThrow(expect.toSatisfy(isOverTime))
})

test('everything that the editor inserts is known, within the loop that goes before it', async () => {
  const inLoops = ['form', 'item', 'vaccination', 'advice_item']
  const around = (text: string) =>
    inLoops.some((name) => text.startsWith(`{{ ${name}.`))
      ? `{% for form in forms %}{% for item in form.answers %}{% for vaccination in vaccinations %}{% for advice_item in advice %}${text}{% endfor %}{% endfor %}{% endfor %}{% endfor %}`
      : text
  const texts = insertions
    .map(({ text }) => text)
    .filter((text) => !text.startsWith('{% for item in form'))
  expect(texts.length).toBeGreaterThan(40)
  expect(await problemsOfAll(texts.map(around))).toEqual([])
})

const PATIENT =
  '{{ patient }} stands for several values. Add one of these: .title, .first_name, .last_name, .full_name, .dob, .nhs_number, .address, .email, .mobile.'
const ADVICE = 'stands for several values. Add one of these: .text, .categories, .date.'
const LIST =
  'is a list. Go through it with {% for advice_item in advice %}, and print for example {{ advice_item.text }}.'
const ANSWERS =
  "stands for several answers. Add the name of a form and the id of a question, as in {{ answers['Name of the form'].question_id }}."

test.each([
  ['Dear {{ patient }}', `Line 1: ${PATIENT}`],
  ['Dear\n{%- if patient.title == "Dr" -%}{{- patient -}}{% endif %}', `Line 2: ${PATIENT}`],
  [
    '{{ gp_surgery | upcase }}',
    expect.stringMatching(/^Line 1: \{\{ gp_surgery \| upcase \}\} stands/),
  ],
  ['{{ advice }}', `Line 1: {{ advice }} ${LIST}`],
  ['\n\n{{ advice.first }}', `Line 3: {{ advice.first }} ${ADVICE}`],
  ['{{ advice | first }}', `Line 1: {{ advice | first }} ${ADVICE}`],
  ['{% for one in advice %}\n{{ one }}{% endfor %}', `Line 2: {{ one }} ${ADVICE}`],
  ['{% assign who = patient %}{{ who }}', `Line 1: ${PATIENT.replace('{{ patient', '{{ who')}`],
  ['{{ answers }}', `Line 1: {{ answers }} ${ANSWERS}`],
  ["{{ answers['Health'] }}", `Line 1: {{ answers['Health'] }} ${ANSWERS}`],
])('a group or a list is not printed as a whole: %s', async (code, problem) => {
  expect(await letterProblems(code)).toEqual([problem])
})

test('what takes single values out of groups and lists is in order', async () => {
  const codes = [
    '{% if patient %}{{ patient.full_name }}{% endif %}',
    '{% assign who = patient %}{{ who.title }}',
    '{{ advice | map: "text" | join: ", " }} {{ advice.size }} {{ advice | size }} {{ advice[0].text }}',
    "{{ answers['Health'].smoker }}{% render 'partials/closing', site: site, clinician: clinician %}",
  ]
  expect(await problemsOfAll(codes)).toEqual([])
})
