import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formDefinition } from '#lib/contract/forms/form-definition.ts'
import { normalValues } from '#lib/contract/normal-text.ts'
import { evaluateForm, type FormEvaluation } from '#lib/forms/evaluate-form.ts'
import { anyAnswer, anyForm } from './any-form.ts'

const on = '2026-08-06'
const shownIn = ({ pages }: FormEvaluation) =>
  pages.flatMap((page) => page.items.map(({ item }) => item.id))

test('what is hidden never blocks and is never submitted', () => {
  fc.assert(
    fc.property(anyForm, ({ items, answers }) => {
      const evaluation = evaluateForm(items, answers, { on })
      const shown = shownIn(evaluation)
      expect(Object.keys(evaluation.answers).filter((id) => !shown.includes(id))).toEqual([])
      expect(evaluation.problems.filter(({ item }) => !shown.includes(item.id))).toEqual([])
    }),
  )
})

test('nothing later unlocks, or changes, anything earlier', () => {
  fc.assert(
    fc.property(anyForm, fc.nat(11), anyAnswer, ({ items, answers }, place, answer) => {
      const changed = items[place % items.length]
      const before = items.slice(0, items.indexOf(changed as never))
      const until = (evaluation: FormEvaluation) =>
        evaluation.pages
          .flatMap((page) => page.items)
          .filter(({ item }) => before.some(({ id }) => id === item.id))
      const other = { ...answers, [changed?.id ?? '']: answer }
      expect(until(evaluateForm(items, other, { on }))).toEqual(
        until(evaluateForm(items, answers, { on })),
      )
    }),
  )
})

test('the server reaches the verdict of the browser', () => {
  fc.assert(
    fc.property(anyForm, ({ items, answers }) => {
      const received = normalValues(JSON.parse(JSON.stringify(answers))) as typeof answers
      const stored = formDefinition.parse(JSON.stringify(items))
      expect(evaluateForm(stored, received, { on })).toEqual(evaluateForm(items, answers, { on }))
    }),
  )
})

test('what is submitted is in order, and says the same when it is read again', () => {
  fc.assert(
    fc.property(anyForm, ({ items, answers }) => {
      const first = evaluateForm(items, answers, { on })
      fc.pre(first.problems.length === 0)
      const second = evaluateForm(items, first.answers, { on })
      expect(second.problems).toEqual([])
      expect(second.answers).toEqual(first.answers)
      expect(shownIn(second)).toEqual(shownIn(first))
      expect(second.alerts).toEqual(first.alerts)
    }),
  )
})
