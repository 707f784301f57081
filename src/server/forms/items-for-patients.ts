import type { AnswerAlert, FormItem } from '#lib/contract/forms/form-item.ts'
import type { RaisedAlert } from '#lib/forms/evaluate-form.ts'

/** It replaces what staff are told, which a form must have. */
const FOR_STAFF = 'For staff'

/**
 * An alert's text for staff leaves for nobody else, and a warning is for staff alone. Patients get
 * the advice of one that stops.
 */
export const itemsForPatients = (items: readonly FormItem[]): FormItem[] =>
  items.map((item) => {
    const known = item as FormItem & { alerts?: AnswerAlert[]; items?: FormItem[] }
    return {
      ...item,
      ...(known.items && { items: itemsForPatients(known.items) }),
      ...(known.alerts && {
        alerts: known.alerts.filter(isForPatients).map((one) => ({ ...one, text: FOR_STAFF })),
      }),
    } as FormItem
  })

export const alertsForPatients = (alerts: readonly RaisedAlert[]): RaisedAlert[] =>
  alerts.filter(isForPatients).map((alert) => ({ ...alert, text: '' }))

const isForPatients = ({ level }: Pick<AnswerAlert, 'level'>) => level === 'stop'
