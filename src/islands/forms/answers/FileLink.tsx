import { useState } from 'react'
import type { AnsweredFile } from '#lib/contract/forms/form-answers.ts'
import { Button } from '../../ui/Button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { FormCalls } from '../form-calls.ts'

export type FileReading = Pick<FormCalls, 'fileAddress' | 'readFile'>

type FileLinkProps = {
  file: AnsweredFile
  /** It is null where files cannot be read, as in a preview. */
  reading: FileReading | null
}

/** Downloads a file that was sent. A guest's link is no proof in an address, so a press fetches it. */
export function FileLink({ file, reading }: FileLinkProps) {
  const [state, setState] = useState<'idle' | 'fetching' | 'failed'>('idle')
  const { id, name } = file
  if (!reading) return <span className="wrap-anywhere">{name}</span>
  const address = reading.fileAddress(id)
  if (address !== null) {
    return (
      <a className="link wrap-anywhere" href={address} download={name}>
        {name}
      </a>
    )
  }
  const fetchFile = async () => {
    setState('fetching')
    try {
      saveFile(name, await reading.readFile(id))
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button
        look="quiet"
        small
        pending={state === 'fetching'}
        pendingLabel="Downloading"
        onClick={() => void fetchFile()}
      >
        <span className="wrap-anywhere">{name}</span>
      </Button>
      {state === 'failed' && (
        <span role="alert" className="field-error">
          We could not download the file. Try again.
        </span>
      )}
    </>
  )
}
