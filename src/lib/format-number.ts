const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })
const whole = new Intl.NumberFormat('en-GB')

/** A whole number as people read it: "1,234". */
export const inFigures = (count: number) => whole.format(count)

/** "1 appointment", "1,234 appointments"; `many` where the plural takes more than an s. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${inFigures(count)} ${count === 1 ? one : many}`

/** Pounds and pence as the API has them: "£1,234.50". */
export const inPounds = (amount: string) => pounds.format(Number(amount))
