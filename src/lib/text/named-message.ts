export function namedMessage(label: string, message: string): string {
  const isNamed = message.toLowerCase().includes(label.toLowerCase())
  return isNamed ? message : `${label}: ${message}`
}
