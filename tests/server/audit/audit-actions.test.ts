import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { auditActions, formatAuditAction } from '#lib/contract/audit-actions.ts'
import { formatAuditSubject } from '#lib/contract/audit-subjects.ts'

/*
 * `audit` takes no action that has no words: the compiler sees to it. What is left to see to is SQL
 * that writes the trail by itself, and words that nothing needs any more.
 */

const tsFilesIn = (path: string) => {
  const folder = join(import.meta.dirname, '../../..', path)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('database/types.ts'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
}
const sources = [...tsFilesIn('src/server'), ...tsFilesIn('src/demo')]

const writers = sources.filter(({ text }) => /insert(Into\('| into )audit_event\b/i.test(text))

test('only the audit module, a booking’s statement and the demonstration write the trail', () => {
  expect(writers.map(({ name }) => name).toSorted()).toEqual([
    'audit/audit.ts',
    'booking/booking-records.ts',
    'data/audit-trail.ts',
  ])
})

test('what SQL writes by itself has words', () => {
  const written = writers.flatMap(({ text }) =>
    [
      ...text.matchAll(/'([a-z_]+\.[a-z_]+)'(?:`\.as\('action'\)|, ?\n? *(?:appointment|case)\b)/g),
    ].map(([, action]) => action),
  )
  expect(written.toSorted()).toEqual([
    'appointment.booked',
    'appointment.booked',
    'appointment.cancelled',
    'appointment.completed',
    'appointment.did_not_attend',
  ])
  expect(Object.keys(auditActions)).toEqual(expect.arrayContaining(written))
})

/** What is written of every kind of record (`findRecordAction`). */
const OF_RECORDS = ['created', 'changed', 'deleted', 'exported']

test.each(Object.keys(auditActions))('%s is written somewhere', (action) => {
  const [subject, what = ''] = action.split('.')
  const isOfRecords = subject === 'record' && OF_RECORDS.includes(what)
  const folders = ['src/lib/contract/admin', 'src/lib/contract/records']
  const writing = [...sources, ...folders.flatMap(tsFilesIn)]
  expect(isOfRecords || writing.some(({ text }) => text.includes(`'${action}'`))).toBe(true)
})

describe('words', () => {
  test('of an action that no release knows any more are its name', () => {
    expect(formatAuditAction('appointment.booked')).toBe('Booked an appointment')
    expect(formatAuditAction('once.done')).toBe('once.done')
    expect(formatAuditAction('constructor')).toBe('constructor')
  })

  test('of a record are its kind and number, of the whole trail no number', () => {
    expect(formatAuditSubject('appointment', 41)).toBe('Appointment 41')
    expect(formatAuditSubject('gp_surgery', 3)).toBe('GP surgery 3')
    expect(formatAuditSubject('appointment_type', 7)).toBe('Appointment type 7')
    expect(formatAuditSubject('once', 41)).toBe('Once 41')
    expect(formatAuditSubject('audit_trail', 0)).toBe('Audit trail')
  })
})
