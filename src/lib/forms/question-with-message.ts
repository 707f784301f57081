export const questionWithMessage = (label: string, message: string): string =>
  /\p{Terminal_Punctuation}$/u.test(label.trim())
    ? `${label.trim()} ${message}`
    : `${label.trim()}: ${message}`
