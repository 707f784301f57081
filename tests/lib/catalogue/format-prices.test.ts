import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, formatPriceLine, formatPrices } from '#lib/catalogue/format-prices.ts'
import { appointmentTypes } from '#lib/contract/admin/appointment-types.ts'
import type { ServicePrice } from '#lib/contract/fields.ts'

const price = (label: string, amount: string, for_whom = ''): ServicePrice => ({
  label,
  amount,
  for_whom,
})
const nhs = price('NHS', '0.00', 'if you are 65 or over')

test.each<[string, ServicePrice[]]>([
  ['', []],
  ['Free on the NHS', [nhs]],
  ['Free on the NHS', [nhs, price('Everyone else', '0.00')]],
  ['Free', [price('Everyone', '0.00')]],
  ['Free on the NHS, or £18', [nhs, price('Private', '18.00', '18 or over')]],
  ['Free on the NHS, or £18', [price('Private', '18.00'), nhs]],
  ['Free on the NHS, or from £18.50', [nhs, price('A', '25.00'), price('B', '18.50')]],
  ['Free, or £5', [price('Members', '0.00'), price('Others', '5.00')]],
  ['£18', [price('Private', '18.00')]],
  ['£0.05', [price('Private', '0.05')]],
  ['£1,250.50', [price('Private', '1250.50')]],
  ['£99,999.99', [price('Private', '99999.99')]],
  ['£70', [price('First dose', '70.00'), price('Second dose', '70.00')]],
  ['From £9.90', [price('A', '100.00'), price('B', '9.90'), price('C', '25.00')]],
])('“%s”', (text, prices) => {
  expect(formatPrices(prices)).toBe(text)
})

test.each([
  ['0.00', 'Free'],
  ['18.00', '£18'],
  ['18.50', '£18.50'],
])('an amount of %s is “%s”', (amount, text) => {
  expect(formatAmount(amount)).toBe(text)
})

test('a line says whom a price is for, where it says so', () => {
  expect(formatPriceLine(nhs)).toBe('NHS, if you are 65 or over: free')
  expect(formatPriceLine(price('Private', '18.00'))).toBe('Private: £18')
})

const amounts = fc
  .tuple(fc.nat(99_999), fc.nat(99))
  .map(([pounds, pence]) => `${pounds}.${String(pence).padStart(2, '0')}`)
const anyPrices = fc.array(
  fc.record({
    label: fc.constantFrom('NHS', 'Private', 'Everyone'),
    amount: fc.oneof(fc.constant('0.00'), amounts),
    for_whom: fc.constant(''),
  }),
  { maxLength: 8 },
)

test('the order does not matter, and the lowest charge is named as it is', () => {
  fc.assert(
    fc.property(anyPrices, (prices) => {
      const text = formatPrices(prices)
      expect(formatPrices(prices.toReversed())).toBe(text)
      const charged = prices.map(({ amount }) => Number(amount)).filter((amount) => amount > 0)
      const [, named] = /£([\d,.]+)$/.exec(text) ?? []
      expect(Number(named?.replaceAll(',', '') ?? Infinity)).toBe(Math.min(...charged))
      expect(text.includes('Free')).toBe(charged.length < prices.length)
      expect(/from/i.test(text)).toBe(new Set(charged).size > 1)
    }),
  )
})

const { prices: written } = appointmentTypes.write.shape
const writtenAmount = (amount: unknown) => {
  const result = written.safeParse([{ label: 'Private', amount }])
  return result.success ? result.data[0]?.amount : result.error.issues[0]?.message
}
const WRONG = 'Enter pounds and pence, such as 12.50'

test.each([
  ['18', '18.00'],
  ['18.5', '18.50'],
  ['18.50', '18.50'],
  [' 018.50 ', '18.50'],
  [18, '18.00'],
  [18.5, '18.50'],
  ['0', '0.00'],
  ['99999.99', '99999.99'],
  ['100000', 'Enter a price below £100,000'],
  ['18.505', WRONG],
  [0.1 + 0.2, WRONG],
  ['-1', WRONG],
  [-1, WRONG],
  ['18.', WRONG],
  ['.5', WRONG],
  ['1e3', WRONG],
  ['', WRONG],
  [null, WRONG],
  [undefined, WRONG],
])('an amount of %j becomes or answers “%s”', (amount, text) => {
  expect(writtenAmount(amount)).toBe(text)
})
