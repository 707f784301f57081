/** "Date of birth" loses its capital, "GP surgery" keeps it. */
export const inSentence = (label: string): string =>
  label.replace(/^\p{Lu}(?!\p{Lu})/u, (initial) => initial.toLowerCase())
