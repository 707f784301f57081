import { counted } from '#lib/format-number.ts'

type FormNameProps = { name: string; tag: string; minutes?: number; isDone?: boolean }

export function FormName({ name, tag, minutes, isDone = false }: FormNameProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h2 className="heading-3 wrap-anywhere">{name}</h2>
      <span className={isDone ? 'tag tag-success' : 'tag'}>{tag}</span>
      {minutes !== undefined && (
        <span className="hint">Takes about {counted(minutes, 'minute')}</span>
      )}
    </div>
  )
}
