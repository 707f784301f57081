import { describe, expect, it } from 'vitest'
import { type Cursor, moved } from '#islands/schedule/grid/grid-cursor.ts'
import { layOut } from '#islands/schedule/schedule-layout.ts'
import { appointment, at, schedule } from '../schedule-sample.ts'

const layout = layOut(
  schedule([
    appointment({ id: 1, start: at('09:20'), end: at('09:40') }),
    appointment({ id: 2, start: at('09:40'), end: at('10:00') }),
  ]),
  0,
)
const time = (clock: string) => Date.parse(at(clock))
const walk = (from: Cursor, ...keys: string[]) =>
  keys.reduce((cursor, key) => moved(layout, cursor, key, false) ?? cursor, from)
const formatClock = ({ at: instant }: Cursor) =>
  new Date(instant + 3_600_000).toISOString().slice(11, 16)

describe('the keyboard in the grid', () => {
  it('goes down by quarters of an hour, and stops at whatever begins or ends between', () => {
    const stops = ['09:00']
    let cursor: Cursor = { column: 0, at: time('09:00') }
    for (let step = 0; step < 5; step += 1) {
      cursor = walk(cursor, 'ArrowDown')
      stops.push(formatClock(cursor))
    }
    expect(stops).toEqual(['09:00', '09:15', '09:20', '09:40', '10:00', '10:15'])
  })

  it('comes back up the same way', () => {
    const stops = []
    let cursor: Cursor = { column: 0, at: time('10:15') }
    for (let step = 0; step < 5; step += 1) {
      cursor = walk(cursor, 'ArrowUp')
      stops.push(formatClock(cursor))
    }
    expect(stops).toEqual(['10:00', '09:40', '09:20', '09:15', '09:00'])
  })

  it('stays within the hours and the columns that are there', () => {
    const start: Cursor = { column: 0, at: time('08:00') }
    expect(walk(start, 'ArrowUp', 'ArrowLeft')).toEqual(start)
    expect(formatClock(walk(start, 'End', 'PageDown'))).toBe('17:45')
    expect(walk(start, 'ArrowRight', 'ArrowRight')).toEqual({ column: 1, at: time('08:00') })
    expect(formatClock(walk(start, 'PageDown', 'PageDown', 'PageUp'))).toBe('09:00')
    expect(moved(layout, start, 'End', true)).toEqual({ column: 1, at: time('08:00') })
    expect(moved(layout, start, 'x', false)).toBeNull()
  })
})
