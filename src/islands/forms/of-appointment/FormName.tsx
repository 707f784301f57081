import { counted } from '#lib/text/format-number.ts'

type FormNameProps = {
  name: string
  tag: string
  minutes?: number
  isDone?: boolean
  heading?: 'h2' | 'p'
}

export function FormName(props: FormNameProps) {
  const { name, tag, minutes, isDone = false, heading: Heading = 'h2' } = props
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Heading className={Heading === 'h2' ? 'heading-3 wrap-anywhere' : 'wrap-anywhere'}>
        {name}
      </Heading>
      <span className={isDone ? 'tag tag-ok' : 'tag'}>{tag}</span>
      {minutes !== undefined && (
        <span className="hint">Takes about {counted(minutes, 'minute')}</span>
      )}
    </div>
  )
}
