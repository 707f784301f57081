import { expect, test } from 'vitest'
import { DEMO_OUTCOMES } from '#demo/data/outcome-texts.ts'
import { insertions } from '#lib/records/outcomes/insertions.ts'
import { templatePaths } from '#lib/records/outcomes/shipped-templates.ts'
import { templateProblems } from '#server/records/outcomes/check-template.ts'
import { shippedTemplate } from '#server/records/outcomes/template-engine.ts'

/* Templates that come with the product, and what the editor inserts, are in order. */

test.each(templatePaths)('%s can be read', (path) => {
  const template = shippedTemplate(path)
  expect(template).not.toBe('')
  expect(templateProblems(template)).toEqual([])
})

test('so can every letter of the demonstration', () => {
  const texts = DEMO_OUTCOMES.flatMap(({ versions }) => versions.map(({ text }) => text))
  expect(texts.flatMap(templateProblems)).toEqual([])
})

test('everything that the editor inserts is known, within the loop that goes before it', () => {
  const inLoops = ['form', 'item', 'vaccination', 'advice_item']
  const around = (text: string) =>
    inLoops.some((name) => text.startsWith(`{{ ${name}.`))
      ? `{% for form in forms %}{% for item in form.answers %}{% for vaccination in vaccinations %}{% for advice_item in advice %}${text}{% endfor %}{% endfor %}{% endfor %}{% endfor %}`
      : text
  const texts = insertions
    .map(({ text }) => text)
    .filter((text) => !text.startsWith('{% for item in form'))
  expect(texts.length).toBeGreaterThan(40)
  expect(texts.map(around).flatMap(templateProblems)).toEqual([])
})
