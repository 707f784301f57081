/** What is wrong with a question, apart from it: "Allergic to eggs? Choose an answer". */
export const questionWithMessage = (label: string, message: string): string =>
  /\p{Terminal_Punctuation}$/u.test(label.trim())
    ? `${label.trim()} ${message}`
    : `${label.trim()}: ${message}`
