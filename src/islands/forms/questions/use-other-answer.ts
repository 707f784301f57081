import { useState } from 'react'

type Choosable = { options: readonly { value: string }[]; other?: string | undefined }

/** A choice of one's own beside the options. Its words stay while another option is looked at. */
export function useOtherAnswer({ options, other }: Choosable, given: readonly string[]) {
  const own = given.find((each) => !options.some(({ value }) => value === each))
  const [text, setText] = useState(own ?? '')
  const [isChosen, setChosen] = useState(other !== undefined && own !== undefined)
  return {
    text,
    isChosen,
    choose: setChosen,
    type: (typed: string) => {
      setText(typed)
      return typed
    },
  }
}
