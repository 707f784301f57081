import type { AnswerAlert, FormItem, GroupedItem } from '#lib/contract/forms/form-item.ts'
import { newCondition } from '#lib/forms/build/format-condition.ts'
import { earlierItems } from '#lib/forms/build/references.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/form/SelectField.tsx'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { useNextFocus } from '../../ui/use-next-focus.ts'
import { type ItemFieldsProps, type PutProperty, useBuilding } from './building.ts'
import { ConditionsEditor, firstConditionId } from './ConditionsEditor.tsx'

export function AlertsEditor({ item, put }: ItemFieldsProps) {
  const alerts = findAlerts(item)
  const own = item as GroupedItem
  const focusNext = useNextFocus()
  const addId = `item-${item.id}-add-alert`
  const firstFieldId = (at: number) => firstConditionId(alertId(item.id, at))
  const add = () => {
    focusNext(firstFieldId(alerts.length))
    const when = { match: 'all' as const, conditions: [newCondition(own)] }
    put('alerts', [...alerts, { when, level: 'warning', text: '' }], 'alerts.added')
  }
  return (
    <div className="flex flex-col gap-3">
      {alerts.map((alert, at) => (
        <AlertFields
          // biome-ignore lint/suspicious/noArrayIndexKey: an alert has no name but its place
          key={at}
          item={own}
          at={at}
          alert={alert}
          put={put}
          onChange={(next, field) => {
            if (!next) focusNext(firstFieldId(Math.min(at, alerts.length - 2)), addId)
            put(
              'alerts',
              next ? alerts.with(at, next) : remaining(alerts, at),
              `alerts.${at}.${field}`,
            )
          }}
        />
      ))}
      <div>
        <Button id={addId} look="quiet" small onClick={add}>
          Add an alert for staff
        </Button>
      </div>
    </div>
  )
}

const alertId = (itemId: string, at: number) => `item-${itemId}-alert-${at}`

const findAlerts = (item: FormItem): AnswerAlert[] => ('alerts' in item && item.alerts) || []

function remaining(alerts: readonly AnswerAlert[], at: number) {
  const others = alerts.toSpliced(at, 1)
  return others.length > 0 ? others : undefined
}

type AlertFieldsProps = {
  item: GroupedItem
  at: number
  alert: AnswerAlert
  put: PutProperty
  onChange: (alert: AnswerAlert | null, field: string) => void
}

function AlertFields({ item, at, alert, onChange }: AlertFieldsProps) {
  const { items } = useBuilding()
  const id = alertId(item.id, at)
  return (
    <fieldset className="builder-inset">
      <legend className="label">Alert {at + 1}: tell staff when</legend>
      <ConditionsEditor
        id={id}
        group={alert.when}
        from={[...earlierItems(items, item.id), item]}
        onChange={(when, field) => onChange({ ...alert, when }, `when.${field}`)}
      />
      <TextField
        id={`${id}-text`}
        label="What staff see"
        autoComplete="off"
        value={alert.text}
        onChange={({ target }) => onChange({ ...alert, text: target.value }, 'text')}
      />
      <SelectField
        id={`${id}-level`}
        label="How serious it is"
        value={alert.level}
        choices={[
          { value: 'warning', label: 'Warning: staff see it' },
          { value: 'stop', label: 'Stop: the patient is told what to do as well' },
        ]}
        onChange={({ target }) =>
          onChange({ ...alert, level: target.value === 'stop' ? 'stop' : 'warning' }, 'level')
        }
      />
      {alert.level === 'stop' && (
        <TextAreaField
          id={`${id}-advice`}
          label="What the patient should do"
          limit={1_000}
          value={alert.advice ?? ''}
          onChange={({ target }) => onChange({ ...alert, advice: target.value }, 'advice')}
        />
      )}
      <div>
        <Button look="quiet" small onClick={() => onChange(null, 'removed')}>
          Remove alert {at + 1}
        </Button>
      </div>
    </fieldset>
  )
}
