import { itemById } from '#lib/forms/build/change-items.ts'
import { nameOfItem } from '#lib/forms/build/item-presets.ts'
import { questionWithMessage } from '#lib/forms/question-with-message.ts'
import { firstFieldId, useBuilding } from './building.ts'

export function Unfinished({ onChosen }: { onChosen: () => void }) {
  const { items, problems, send } = useBuilding()
  if (problems.length === 0) return null
  const show = (id: string) => {
    onChosen()
    send({ type: 'item.selected', id })
    setTimeout(() => document.getElementById(firstFieldId(id))?.focus())
  }
  return (
    <section aria-label="To finish" className="banner banner-warning">
      <h3 className="font-semibold">To finish</h3>
      <ul>
        {problems.map(({ id, message }) => {
          const item = itemById(items, id)
          return (
            <li key={`${id} ${message}`}>
              {item ? (
                <button type="button" className="builder-link" onClick={() => show(item.id)}>
                  {questionWithMessage(nameOfItem(item), message)}
                </button>
              ) : (
                message
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
