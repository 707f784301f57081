import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BookingApp } from '#islands/booking/BookingApp.tsx'
import { ManageAppointment } from '#islands/own-appointments/appointment/ManageAppointment.tsx'
import { settings } from '../../islands/public-settings.ts'

test('the server renders the heading and the shape of the list, without a browser', () => {
  const html = renderToString(
    createElement(BookingApp, {
      slug: 'flu-jab',
      serviceName: 'Flu jab',
      durationMinutes: 30,
      serviceKey: null,
      site: null,
      week: null,
      day: null,
      pressed: null,
      viewer: null,
      settings,
    }),
  )
  expect(html).toContain('Choose a time</h1>')
  expect(html).toContain('Flu jab, 30 minutes')
})

test('the server renders an appointment without knowing whose', () => {
  const html = renderToString(
    createElement(ManageAppointment, { id: 41, isSignedIn: false, settings }),
  )
  expect(html).toContain('Looking up your appointment')
})
