import { act, screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Viewer } from '#lib/contract/identity.ts'
import { appointment, at, schedule } from './schedule-sample.ts'
import { cell, showTo, viewer, viewerWith } from './schedule-stage.tsx'

const READ = ['GET admin/availabilities/{id}/']
const clinician = viewerWith(
  'clinic.change_appointment',
  'clinic.add_appointment',
  'clinic.add_availability',
  'clinic.change_availability',
  'clinic.delete_availability',
)

beforeAll(async () => {
  await import('#islands/availability/AvailabilityDialog.tsx')
})

async function open(who: Viewer, more = '') {
  const stage = showTo(who, `/clinic/your-availability/staff/7/2026/08/06${more}`)
  await stage.answer(
    schedule([appointment(), appointment({ id: 2, start: at('12:00'), end: at('12:15') })], {
      columns: [{ id: 7, name: 'Rosa Whitfield', site_id: 2 }],
    }),
  )
  return stage
}
const asked = ({ api }: Awaited<ReturnType<typeof open>>) =>
  api.sent.filter(({ key }) => key === READ[0]).map(({ options }) => options['params'])

describe('one’s own hours', () => {
  it('are what there is to act on; what is booked in them is counted, and beside them is shown', async () => {
    const stage = await open(clinician)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your hours')
    const hours = await cell(/^Works.*9am to 11am/)
    expect(hours.textContent).toContain('Room 3')
    expect(hours.textContent).toContain('1 appointment')
    const shown = screen.getAllByRole('gridcell', { name: /Ines Okafor/ })
    expect(shown.map(({ title }) => title)).toEqual([
      '12 noon to 12:15pm, Flu vaccination, Ines Okafor, booked, Room 3',
    ])
    await stage.user.click(hours)
    await screen.findByRole('dialog', { name: 'Change availability' })
    expect(asked(stage)).toEqual([{ id: 10 }])
  })

  it('open by Enter, and a day of them is taken off by Delete', async () => {
    const stage = await open(clinician)
    await cell(/^Works/)
    act(() => document.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus())
    await stage.user.keyboard('{Home}{PageDown}{PageDown}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe(
      '10am, works 9am to 11am, Room 3',
    )
    await stage.user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Change availability' })
    await stage.user.keyboard('{Escape}{Delete}')
    await screen.findByRole('dialog', { name: 'Delete hours' })
    expect(asked(stage)).toEqual([{ id: 10 }, { id: 10 }])
  })

  it('are pressed by Enter where the focus is, wherever the arrows have been', async () => {
    const stage = await open(clinician)
    await cell(/^Works.*9am to 11am/)
    await stage.user.click(screen.getByRole('button', { name: /^Delete…\s*9am to 11am$/ }))
    await screen.findByRole('dialog', { name: 'Delete hours' })
    await stage.user.keyboard('{Escape}')
    act(() => screen.getByRole('button', { name: /^Delete…/ }).focus())
    await stage.user.keyboard('{Enter}')
    expect((await screen.findByRole('dialog')).textContent).toContain('Delete hours')
  })

  it('are changed, taken off and added from a list as well', async () => {
    const stage = await open(clinician, '?look=list')
    await screen.findByRole('heading', { name: /^Thursday 6/ })
    await stage.user.click(screen.getByRole('button', { name: /^Delete…\s*9am to 11am$/ }))
    await screen.findByRole('dialog', { name: 'Delete hours' })
    await stage.user.keyboard('{Escape}')
    await stage.user.click(screen.getByRole('button', { name: /^Add hours/ }))
    await screen.findByRole('dialog', { name: 'New availability' })
  })

  it('are only shown to who may not change them', async () => {
    await open(viewer, '?look=list')
    const lines = await screen.findAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      '9am to 11amRoom 3, 1 appointment',
      'Outside these hours: 12 noon to 12:15pm, Flu vaccination, Ines Okafor, booked, Room 3',
    ])
    expect(screen.queryByRole('button', { name: /Change|Delete|Add/ })).toBeNull()
  })
})
