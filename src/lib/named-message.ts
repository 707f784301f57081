/** What is wrong with a field, away from it: "Enter a whole number" is said of any number. */
export function namedMessage(label: string, message: string): string {
  const isNamed = message.toLowerCase().includes(label.toLowerCase())
  return isNamed ? message : `${label}: ${message}`
}
