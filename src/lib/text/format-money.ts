/* It stands apart from other numbers because the first script of the booking page counts, and shows no price. */

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

export const inPounds = (amount: string) => pounds.format(Number(amount))
