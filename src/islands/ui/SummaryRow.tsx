import type { ReactNode } from 'react'
import { inSentence } from '#lib/text/label-text.ts'
import { Button } from './Button.tsx'
import { stayingLink } from './table/page-address.ts'

const PLACE = '-my-2.5 -me-3 flex-none'

type SummaryRowProps = {
  name: string
  /** It keeps its capitals where it is named within a sentence. */
  isQuestion?: boolean
  children: ReactNode
  onChange?: () => void
  changeHref?: string | undefined
  action?: string
}

export function SummaryRow(props: SummaryRowProps) {
  const { name, isQuestion = false, children, onChange, changeHref, action = 'Change' } = props
  return (
    <div>
      <dt>{name}</dt>
      <dd className="flex items-baseline justify-between gap-x-2">
        <div className="min-w-0">{children}</div>
        {onChange && (
          <Change
            name={isQuestion ? name : inSentence(name)}
            action={action}
            onChange={onChange}
            changeHref={changeHref}
          />
        )}
      </dd>
    </div>
  )
}

type ChangeProps = Omit<SummaryRowProps, 'children' | 'isQuestion'>

function Change({ name, action, onChange, changeHref }: ChangeProps) {
  const text = (
    <>
      {action} <span className="visually-hidden">{name}</span>
    </>
  )
  if (!changeHref) {
    return (
      <Button look="quiet" small className={PLACE} onClick={onChange}>
        {text}
      </Button>
    )
  }
  return (
    <a
      {...stayingLink(changeHref, () => onChange?.())}
      className={`button button-quiet button-small ${PLACE}`}
    >
      {text}
    </a>
  )
}
