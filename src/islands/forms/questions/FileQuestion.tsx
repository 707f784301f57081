import { useContext, useId, useRef } from 'react'
import type { AnsweredFile } from '#lib/contract/forms/form-answers.ts'
import type { FormItemByType } from '#lib/contract/forms/form-item.ts'
import { acceptedTypes, formatAcceptedFiles } from '#lib/forms/accepted-files.ts'
import { Button } from '../../ui/Button.tsx'
import { FileLink } from '../answers/FileLink.tsx'
import { controlId, type FileChoosing, FilesContext } from './filling-context.ts'
import { QuestionSet } from './QuestionSet.tsx'
import { useAnswer } from './use-answer.ts'

type FileProps = { item: FormItemByType<'file'>; path: string; error: string | undefined }

export function FileQuestion({ item, path, error }: FileProps) {
  const files = useContext(FilesContext)
  const { value, change } = useAnswer<AnsweredFile[]>(path, [])
  const input = useRef<HTMLInputElement>(null)
  const id = controlId(path)
  const problem = files?.problem?.path === path ? files.problem.detail : undefined
  const isFull = value.length > 0 && item.multiple !== true
  return (
    <QuestionSet
      id={id}
      label={item.label}
      hint={[item.hint, `${formatAcceptedFiles(item.accept)}, up to 20 MB.`]
        .filter(Boolean)
        .join(' ')}
      error={problem ?? error}
      optional={item.required !== true}
    >
      <ul className="flex flex-col gap-1">
        {value.map((file) => (
          <SentFile
            key={file.id}
            file={file}
            files={files}
            onRemove={() => {
              change(value.filter((each) => each.id !== file.id))
              input.current?.focus()
            }}
          />
        ))}
      </ul>
      <Sending path={path} files={files} />
      {!files && <p>People choose a file here.</p>}
      {!isFull && files && (
        <input
          ref={input}
          id={id}
          type="file"
          aria-label={item.label}
          className="input"
          multiple={item.multiple === true}
          accept={acceptedTypes(item.accept).join(',')}
          onChange={({ target }) => {
            files.choose(path, item.id, [...(target.files ?? [])])
            target.value = ''
          }}
        />
      )}
    </QuestionSet>
  )
}

type SentFileProps = { file: AnsweredFile; files: FileChoosing | null; onRemove: () => void }

function SentFile({ file, files, onRemove }: SentFileProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4">
      <FileLink file={file} reading={files?.reading ?? null} />
      <Button look="quiet" small onClick={onRemove}>
        Remove <span className="visually-hidden">{file.name}</span>
      </Button>
    </li>
  )
}

function Sending({ path, files }: { path: string; files: FileChoosing | null }) {
  const labelled = useId()
  if (!files?.current || files.current.path !== path) return null
  const { name, isFailed, fraction } = files.current
  if (isFailed) {
    return (
      <div role="alert" className="banner banner-danger flex flex-col items-start gap-3">
        <p>{name} did not arrive. Check your connection.</p>
        <div className="flex flex-wrap gap-3">
          <Button small onClick={files.retry}>
            Try again
          </Button>
          <Button look="secondary" small onClick={files.cancel}>
            Leave it out
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <p id={labelled} role="status">
        Sending {name}
      </p>
      <progress value={fraction} max={1} aria-labelledby={labelled} className="w-full max-w-lg" />
      <Button look="quiet" small onClick={files.cancel}>
        Stop sending
      </Button>
    </div>
  )
}
