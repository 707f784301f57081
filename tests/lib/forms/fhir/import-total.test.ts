import { describe, expect, test } from 'vitest'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import { importQuestionnaire } from '#lib/forms/fhir/import-questionnaire.ts'

/* A total that FHIRPath adds up from scores becomes a calculated item, or stays a question. */

const core = 'http://hl7.org/fhir/StructureDefinition'
const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire'
const ordinal = `${core}/ordinalValue`

const choice = (linkId: string, scores: readonly (number | null)[] = [0, 1, 2]) => ({
  linkId,
  type: 'choice',
  text: `Question ${linkId}`,
  answerOption: scores.map((score, at) => ({
    ...(score !== null && { extension: [{ url: ordinal, valueDecimal: score }] }),
    valueCoding: { code: `${linkId}${at}`, display: `Answer ${at}` },
  })),
})

const total = (expression: string, more: object = {}) => ({
  linkId: 'total',
  type: 'decimal',
  text: 'Total',
  readOnly: true,
  extension: [
    {
      url: `${sdc}-calculatedExpression`,
      valueExpression: { language: 'text/fhirpath', expression },
    },
  ],
  ...more,
})

function imported(...item: object[]) {
  const read = importQuestionnaire({ resourceType: 'Questionnaire', item }, 'Europe/London')
  if ('problem' in read) throw new Error(read.problem)
  return read
}

const section = (linkId: string, ...item: object[]) => ({ linkId, type: 'group', item })

/** Three questions with scores, one of them in a section, and one without. */
const questions = [choice('a'), choice('b'), section('part', choice('c')), choice('d', [null])]

/** What the total is of; its type where it is not calculated. */
function importTotal(expression: string, more: object = {}, before: readonly object[] = questions) {
  const { items } = imported(...before, total(expression, more))
  const item = items.find(({ id }) => id === 'total')
  return item?.type === 'calculated' ? item.of : item?.type
}

describe('a sum of scores is calculated', () => {
  test.each([
    ['%resource.item.answer.value.ordinal().sum()', ['a', 'b']],
    ['%resource.repeat(item).answer.value.weight().sum()', ['a', 'b', 'c']],
    ['%resource.descendants().answer.valueCoding.ordinal().sum()', ['a', 'b', 'c']],
    ['%resource.answers().value.ordinal().sum()', ['a', 'b', 'c']],
    ['%resource.repeat(item).answer.select(weight()).sum()', ['a', 'b', 'c']],
    ['%resource.repeat(item).answer.ordinalValue().aggregate($this + $total, 0)', ['a', 'b', 'c']],
    [`%resource.repeat(item).answer.value.extension('${ordinal}').value.sum()`, ['a', 'b', 'c']],
    [
      `%resource.item.answer.valueCoding.extension.where(url = '${ordinal}').valueDecimal.aggregate($total + $this, 0)`,
      ['a', 'b'],
    ],
    ["%resource.repeat(item).where(linkId != 'total').answer.weight().sum()", ['a', 'b', 'c']],
    ["%resource.item.where(linkId != 'b' and linkId != 'total').answer.weight().sum()", ['a']],
    ["%resource.item.where(linkId = 'part').item.answer.value.ordinal().sum()", ['c']],
    ["%resource.repeat(item).where(linkId in ('a' | 'c')).answer.weight().sum()", ['a', 'c']],
    ["%resource.item.where(linkId = 'a' or linkId = 'b').answer.weight().sum()", ['a', 'b']],
    [
      "%resource.item.where(linkId = 'b').answer.value.ordinal() + %resource.item.where(linkId = 'a').answer.value.ordinal()",
      ['a', 'b'],
    ],
  ])('%s', (expression, of) => {
    expect(importTotal(expression)).toEqual(of)
  })

  test.each(['integer', 'quantity'])('of the type %s', (type) => {
    expect(importTotal('%resource.item.answer.weight().sum()', { type })).toEqual(['a', 'b'])
  })

  test.each([`${core}/cqf-calculatedValue`, `${sdc}-initialExpression`])('by %s', (url) => {
    const expression = '%resource.item.answer.weight().sum()'
    const extension = [{ url, valueExpression: { language: 'text/fhirpath', expression } }]
    expect(importTotal('', { extension })).toEqual(['a', 'b'])
  })

  test('from questions further in, where the path leads to none', () => {
    const inner = [section('part', choice('a'), choice('b'))]
    expect(importTotal('%resource.item.answer.weight().sum()', {}, inner)).toEqual(['a', 'b'])
  })

  test('with the right number, on which later items depend', () => {
    const later = {
      linkId: 'advice',
      type: 'display',
      text: 'Talk to us',
      enableWhen: [{ question: 'total', operator: '>=', answerDecimal: 3 }],
    }
    const expression = '%resource.item.answer.weight().sum()'
    const { items } = imported(choice('a'), choice('b'), total(expression), later)
    const isShown = (answers: Record<string, string>) => {
      const { pages, answers: given } = evaluateForm(items, answers, { on: '2026-08-06' })
      const shown = pages.flatMap((page) => page.items.map(({ path }) => path))
      return [given['total'], shown.includes('advice')]
    }
    expect(isShown({ a: 'a2', b: 'b1' })).toEqual([3, true])
    expect(isShown({ a: 'a2', b: 'b0' })).toEqual([2, false])
    expect(isShown({ a: 'a2' })).toEqual([undefined, false])
  })
})

test('the report says so, with what the questionnaire says of its total, and nothing more', () => {
  const description = '10 or more: moderate'
  const expression = '%resource.item.answer.weight().sum()'
  const valueExpression = { language: 'text/fhirpath', expression, description }
  const extension = [{ url: `${sdc}-calculatedExpression`, valueExpression }]
  const { report } = imported(choice('a'), total('', { extension }))
  expect(report).toEqual([
    {
      kind: 'unsafe',
      path: 'item[1]',
      item: 'Total',
      message: `An expression calculated it. It now adds up the score of 1 earlier question, and is empty until all that are shown are answered. Check that these are the right ones. It was described as: ${description}`,
    },
  ])
})

describe('anything else stays a question, and the report names it', () => {
  test.each([
    '%resource.item.answer.value.ordinal().sum() * 2',
    '%resource.item.answer.value.ordinal().avg()',
    '%resource.item.answer.value.sum()',
    '%resource.item.answer.value.ordinal().sum() + 1',
    '%resource.item.answer.value.ordinal().aggregate($this - $total, 0)',
    '%resource.item.answer.value.ordinal().aggregate($this + $total, 5)',
    '%resource.item.answer.value.ordinal()',
    '%resource.item.answer.first().value.ordinal().sum()',
    '%resource.item.answer.weight().sum() + %resource.item.answer.weight().sum()',
    "%resource.item.where(linkId.matches('^[ab]$')).answer.weight().sum()",
    "%resource.item.where(linkId = 'a' and linkId = 'b').answer.weight().sum()",
    "%resource.item.where(linkId = 'gone').answer.weight().sum()",
    "%resource.item.where(linkId = 'a' or linkId = 'd').answer.weight().sum()",
    "%resource.item.where(linkId = 'd').answer.weight().sum()",
    'iif(%resource.item.answer.exists(), %resource.item.answer.weight().sum(), 0)',
    '%total',
    '',
  ])('%s', (expression) => {
    expect(importTotal(expression)).toBe('number')
    const { report } = imported(...questions, total(expression))
    expect(report.filter(({ kind }) => kind === 'unsafe')).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/^It was calculated by an/) }),
    ])
  })

  const sum = '%resource.repeat(item).answer.weight().sum()'
  test('where a question that counts comes later', () => {
    const { items } = imported(choice('a'), total(sum), choice('b'))
    expect(items[1]).toMatchObject({ type: 'number' })
  })
  test.each([
    ['repeats', section('list', choice('b'))],
    ['was hidden', choice('b')],
    ['has its options elsewhere', { ...choice('b'), answerOption: [], answerValueSet: 'urn:x' }],
  ])('where a question that counts %s', (why, item) => {
    const hidden = { extension: [{ url: `${core}/questionnaire-hidden`, valueBoolean: true }] }
    const changed = {
      ...item,
      ...(why === 'repeats' && { repeats: true }),
      ...(why === 'was hidden' && hidden),
    }
    expect(importTotal(sum, {}, [choice('a'), changed])).toBe('number')
  })
  test('where it is in each entry of a group', () => {
    const list = { ...section('list', choice('b'), total(sum)), text: 'List', repeats: true }
    const { items } = imported(list)
    expect(items[0]).toMatchObject({ items: [{ type: 'radio' }, { type: 'number' }] })
  })
  test.each([
    ['is of another language', { language: 'text/cql', expression: sum }],
    ['is in another file', { language: 'text/fhirpath', reference: 'urn:x' }],
  ])('where the expression %s', (_, valueExpression) => {
    const extension = [{ url: `${sdc}-calculatedExpression`, valueExpression }]
    expect(importTotal('', { extension })).toBe('number')
  })
  test('where two expressions disagree', () => {
    const valueExpression = { language: 'text/fhirpath', expression: sum }
    const extension = ['calculatedExpression', 'initialExpression'].map((name) => ({
      url: `${sdc}-${name}`,
      valueExpression,
    }))
    expect(importTotal('', { extension })).toBe('number')
  })
})
