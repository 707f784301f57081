const whole = new Intl.NumberFormat('en-GB')

export const inFigures = (count: number) => whole.format(count)

export const counted = (count: number, one: string, many = `${one}s`) =>
  `${inFigures(count)} ${count === 1 ? one : many}`
