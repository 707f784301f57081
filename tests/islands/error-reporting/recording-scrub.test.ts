import { describe, expect, test } from 'vitest'
import {
  scrubRecordedEvent,
  scrubRecordingReport,
} from '#islands/error-reporting/recording-scrub.ts'

const timestamp = 1

/** What is recorded of a change to the page, or of something beside it. */
const toData = (type: number, data: object) => scrubRecordedEvent({ type, timestamp, data })?.data

test('where the page is, without digits and query', () => {
  const data = {
    href: 'https://clinic.example/appointments/42?key=x#access=y',
    width: 1,
    height: 2,
  }
  expect(toData(4, data)).toEqual({
    href: 'https://clinic.example/appointments/**',
    width: 1,
    height: 2,
  })
})

test('a page has its looks, and none of its words', () => {
  const page = {
    node: {
      type: 0,
      id: 1,
      childNodes: [
        {
          type: 2,
          id: 2,
          tagName: 'astro-island',
          attributes: { props: '{"name":"Jane Roe"}', class: 'page' },
          childNodes: [{ type: 3, id: 3, textContent: 'Jane Roe' }],
        },
        {
          type: 2,
          id: 4,
          tagName: 'a',
          attributes: {
            href: '/user/7',
            'aria-label': 'Jane Roe',
            'data-account': 'u1',
            role: 'link',
          },
          childNodes: [],
        },
        {
          type: 2,
          id: 5,
          tagName: 'style',
          attributes: { _cssText: 'a { color: red }' },
          childNodes: [{ type: 3, id: 6, isStyle: true, textContent: 'b { color: red }' }],
        },
        {
          type: 2,
          id: 7,
          tagName: 'input',
          attributes: { value: 'Jane', checked: true, type: 'radio' },
        },
      ],
    },
    initialOffset: { top: 0, left: 0 },
  }
  expect(toData(2, page)).toEqual({
    node: {
      type: 0,
      id: 1,
      childNodes: [
        {
          type: 2,
          id: 2,
          tagName: 'astro-island',
          attributes: { class: 'page' },
          childNodes: [{ type: 3, id: 3, textContent: '**** ***' }],
        },
        { type: 2, id: 4, tagName: 'a', attributes: { role: 'link' }, childNodes: [] },
        {
          type: 2,
          id: 5,
          tagName: 'style',
          attributes: { _cssText: 'a { color: red }' },
          childNodes: [{ type: 3, id: 6, isStyle: true, textContent: 'b { color: red }' }],
        },
        { type: 2, id: 7, tagName: 'input', attributes: { type: 'radio' } },
      ],
    },
    initialOffset: { top: 0, left: 0 },
  })
})

test('what changes on it likewise', () => {
  const change = {
    source: 0,
    texts: [{ id: 3, value: 'Jane Roe' }],
    attributes: [{ id: 4, attributes: { title: 'Jane Roe', hidden: '' } }],
    removes: [{ parentId: 1, id: 9 }],
    adds: [{ parentId: 1, nextId: null, node: { type: 3, id: 8, textContent: 'Jane' } }],
  }
  expect(toData(3, change)).toEqual({
    source: 0,
    texts: [{ id: 3, value: '**** ***' }],
    attributes: [{ id: 4, attributes: { hidden: '' } }],
    removes: [{ parentId: 1, id: 9 }],
    adds: [{ parentId: 1, nextId: null, node: { type: 3, id: 8, textContent: '****' } }],
  })
})

test('that a field was changed, and not to what', () => {
  const data = { source: 5, id: 7, text: 'Jane', isChecked: true, userTriggered: true }
  expect(toData(3, data)).toEqual({ source: 5, id: 7, text: '*', isChecked: false })
})

test('how the pointer moves', () => {
  const data = { source: 1, positions: [{ x: 1, y: 2, id: 7, timeOffset: 0 }] }
  expect(toData(3, data)).toEqual(data)
})

const span = (op: string, data: object) => ({
  tag: 'performanceSpan',
  payload: {
    op,
    description: '/api/private/users/42/?key=x',
    startTimestamp: 1,
    endTimestamp: 2,
    data,
  },
})

describe('of calls', () => {
  test.each([0, 401, 404, 409, 500])('one that failed with %i', (statusCode) => {
    const call = { method: 'GET', statusCode, request: { body: 'Jane' }, response: { body: 'Roe' } }
    expect(toData(5, span('resource.fetch', call))).toEqual({
      tag: 'performanceSpan',
      payload: {
        op: 'resource.fetch',
        description: '/api/private/users/**/',
        startTimestamp: 1,
        endTimestamp: 2,
        data: { method: 'GET', statusCode },
      },
    })
  })

  test.each([200, 201, 204, 304, 400])('none that the caller deals with: %i', (statusCode) => {
    expect(toData(5, span('resource.fetch', { method: 'GET', statusCode }))).toBeUndefined()
  })

  test.each(['resource.script', 'resource.img', 'memory', 'paint'])('no %s', (op) => {
    expect(toData(5, span(op, { size: 1 }))).toBeUndefined()
  })
})

test('which page was gone to', () => {
  expect(toData(5, span('navigation.push', { previous: '/user/7?key=x' }))).toMatchObject({
    payload: { op: 'navigation.push', description: '/api/private/users/**/', data: {} },
  })
})

test('what was pressed, without what it is called', () => {
  const payload = {
    category: 'ui.click',
    type: 'default',
    timestamp: 1,
    message: 'button[aria-label="Jane Roe"]',
    data: { nodeId: 7, node: { textContent: 'Jane', attributes: { 'aria-label': 'Jane Roe' } } },
  }
  expect(toData(5, { tag: 'breadcrumb', payload })).toEqual({
    tag: 'breadcrumb',
    payload: {
      category: 'ui.click',
      type: 'default',
      timestamp: 1,
      message: 'button',
      data: { nodeId: 7 },
    },
  })
  const typed = { ...payload, category: 'ui.keyDown', data: { key: 'J' } }
  expect(toData(5, { tag: 'breadcrumb', payload: typed })).toBeUndefined()
})

test('whose it is by the id alone, and where it was', () => {
  const report = {
    type: 'replay_event' as const,
    event_id: 'r1',
    replay_id: 'r1',
    segment_id: 0,
    urls: ['https://clinic.example/user/7?key=x'],
    user: { id: 'u1', email: 'jane@roe.example' },
    request: { url: 'https://clinic.example/user/7?key=x', headers: { Referer: '/?key=x' } },
    tags: { name: 'Jane Roe' },
  }
  expect(JSON.parse(JSON.stringify(scrubRecordingReport(report as never)))).toEqual({
    type: 'replay_event',
    event_id: 'r1',
    replay_id: 'r1',
    segment_id: 0,
    trace_ids: [],
    urls: ['https://clinic.example/user/*'],
    user: { id: 'u1' },
  })
})
