import { useState } from 'react'

type Choosable = { options: readonly { value: string }[]; other?: string | undefined }

const NOTHING_YET = ' '

/** A choice of one's own beside the options. Its words stay while another option is looked at. */
export function useOtherAnswer({ options, other }: Choosable, given: readonly string[]) {
  const own = given.find((each) => !options.some(({ value }) => value === each))
  const [typed, setTyped] = useState(own ?? '')
  const text = own ?? typed
  return {
    text: text === NOTHING_YET ? '' : text,
    isChosen: other !== undefined && own !== undefined,
    answer: text || NOTHING_YET,
    type: (words: string) => {
      setTyped(words)
      return words || NOTHING_YET
    },
  }
}
