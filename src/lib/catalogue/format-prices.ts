import type { ServicePrice } from '../contract/fields.ts'
import { inPounds } from '../text/format-money.ts'
import { inSentence } from '../text/label-text.ts'

/** "Free on the NHS, or £18", "From £25"; empty without a price. */
export function formatPrices(prices: readonly ServicePrice[]): string {
  const free = prices.filter(({ amount }) => isFree(amount))
  const charged = formatCharged(prices.map(({ amount }) => amount).filter((one) => !isFree(one)))
  if (free.length === 0) return charged.replace(/^from/, 'From')
  const isNhs = free.some(({ label }) => /\bNHS\b/i.test(label))
  return `Free${isNhs ? ' on the NHS' : ''}${charged && `, or ${charged}`}`
}

/** "NHS, if you are 65 or over: free" */
export function formatPriceLine({ label, for_whom, amount }: ServicePrice): string {
  return `${[label, for_whom].filter(Boolean).join(', ')}: ${inSentence(formatAmount(amount))}`
}

/** "Free", "£18" or "£18.50" */
export const formatAmount = (amount: string): string =>
  isFree(amount) ? 'Free' : formatPounds(amount)

const isFree = (amount: string) => amount === '0.00'

function formatCharged(amounts: readonly string[]): string {
  const [least, ...others] = amounts.toSorted((one, other) => Number(one) - Number(other))
  if (least === undefined) return ''
  const isOnly = others.every((amount) => amount === least)
  return `${isOnly ? '' : 'from '}${formatPounds(least)}`
}

/** Has pence only where there are some. */
const formatPounds = (amount: string) => inPounds(amount).replace(/\.00$/, '')
