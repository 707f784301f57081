import { expect, test } from 'vitest'
import { byName } from '#lib/text/name-order.ts'

test('names are in the order of a dictionary, whatever their case and accents', () => {
  const names = ['3-in-1', '10 minutes', 'Ålesund', 'Chickenpox', 'Covid 2', 'COVID-19', 'de Souza']
  names.push(
    'Desai',
    'Éclair',
    'Edward',
    'Oakley',
    'O’Brien',
    "O'Bryan",
    'Room 9',
    'Room 10',
    'zoe',
  )
  expect(names.toReversed().sort(byName)).toEqual(names)
  expect(byName('ZOË', 'zoe')).toBe(0)
})
