import { useId, useState } from 'react'
import { Button } from './Button.tsx'

type CopyButtonProps = {
  label: string
  text: string
  what?: string
  /** It hears what happened, to show a notification. */
  onCopied: () => void
}

/** Copies a text. Where the browser refuses, the text is shown to be copied by hand. */
export function CopyButton({ label, text, what = 'link', onCopied }: CopyButtonProps) {
  const id = useId()
  const [refused, setRefused] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setRefused(false)
      onCopied()
    } catch {
      setRefused(true)
    }
  }
  return (
    <>
      <Button look="secondary" onClick={() => void copy()}>
        {label}
      </Button>
      {refused && (
        <div className="field basis-full">
          <label htmlFor={id} className="label">
            Select and copy this {what}
          </label>
          <input
            id={id}
            className="input"
            readOnly
            value={text}
            onFocus={(event) => event.target.select()}
          />
        </div>
      )}
    </>
  )
}
