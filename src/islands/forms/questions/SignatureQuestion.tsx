import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Signature } from '#lib/contract/forms/form-answers.ts'
import type { FormItemByType } from '#lib/contract/forms/form-item.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { controlId, useFilling } from './filling-context.ts'
import { QuestionSet } from './QuestionSet.tsx'
import { SignatureImage } from './SignatureImage.tsx'
import { useAnswer } from './use-answer.ts'

const DrawingPad = lazy(() => import('./DrawingPad.tsx').catch(() => ({ default: DrawingMissing })))

function DrawingMissing() {
  return (
    <p role="alert" className="banner banner-warning mt-3">
      The drawing area could not be loaded. Your typed name is enough.
    </p>
  )
}

type SignatureProps = {
  item: FormItemByType<'signature'>
  path: string
  error: string | undefined
}

/** The typed name signs; a drawing may be added to it. */
export function SignatureQuestion({ item, path, error }: SignatureProps) {
  const { on } = useFilling()
  const { value, change, leave } = useAnswer<Signature>(path, { name: '', signed_on: on })
  const [isDrawing, setDrawing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isClosing = useRef(false)
  useEffect(() => {
    if (!isClosing.current) return
    isClosing.current = false
    opener.current?.focus()
  })
  const close = () => {
    isClosing.current = true
    setDrawing(false)
  }
  const id = controlId(path)
  const { drawn, name } = value
  const draw = (path: string | null) => {
    const signature = { name, signed_on: on }
    change(path === null ? signature : { ...signature, drawn: path })
    close()
  }
  return (
    <QuestionSet
      id={id}
      label={item.label}
      hint={item.hint}
      error={error}
      optional={item.required !== true}
      onLeave={leave}
    >
      <TextField
        id={id}
        label="Your full name"
        hint={`Typing your name signs this form with the date ${formatCalendarDate(on)}.`}
        autoComplete="name"
        value={name}
        onChange={({ target }) => change({ ...value, name: target.value, signed_on: on })}
      />
      {drawn && !isDrawing && <SignatureImage path={drawn} name={name} />}
      {isDrawing ? (
        <Suspense fallback={<Loading label="Loading the drawing area" />}>
          <DrawingPad onDrawn={draw} onCancel={close} />
        </Suspense>
      ) : (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button ref={opener} look="secondary" small onClick={() => setDrawing(true)}>
            {drawn ? 'Draw it again' : 'Draw your signature as well'}
          </Button>
          {drawn && (
            <Button look="quiet" small onClick={() => draw(null)}>
              Remove the drawing
            </Button>
          )}
        </div>
      )}
    </QuestionSet>
  )
}
