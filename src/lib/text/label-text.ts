export function namedMessage(label: string, message: string): string {
  const isNamed = message.toLowerCase().includes(label.toLowerCase())
  return isNamed ? message : `${label}: ${message}`
}

export const inSentence = (label: string): string =>
  label.replace(/^\p{Lu}(?!\p{Lu})/u, (initial) => initial.toLowerCase())
