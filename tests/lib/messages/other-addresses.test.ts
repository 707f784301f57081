import { expect, test } from 'vitest'
import { otherAddresses } from '#lib/messages/other-addresses.ts'

test.each([
  ['https://evil.example/x?a=1', ['evil.example']],
  ['//evil.example/x', ['evil.example']],
  ['ftp://evil.example', ['evil.example']],
  ['Write to mailto:a@Evil.example?subject=b', ['evil.example']],
  ['forms.example and forms.example/again', ['forms.example']],
  ['https://clinic.example:8443/a http://clinic.example:8443', []],
  [
    'At {{ appointment.time }}{% if branch.telephone %}, forms.example{% endif %}',
    ['forms.example'],
  ],
  ['https://forms.example/{{ appointment.reference }}/a', ['forms.example']],
  ['{% assign page = "https://evil.example" %}{{ page }}', ['evil.example']],
  ['Dear Ada, see you at 9.30am.', []],
])('%s leads to %j', (text, hosts) => {
  expect(otherAddresses(text, 'clinic.example:8443')).toEqual(hosts)
})
