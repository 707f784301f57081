export function ordinal(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13
  return `${number}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th')}`
}
