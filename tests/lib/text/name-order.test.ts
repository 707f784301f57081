import { expect, test } from 'vitest'
import { sortByName } from '#lib/text/name-order.ts'

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
  expect(sortByName(names.toReversed(), (name) => name)).toEqual(names)
  expect(sortByName(['ZOË', 'zoe'], (name) => name)).toEqual(['ZOË', 'zoe'])
  expect(sortByName(['zoe', 'ZOË'], (name) => name)).toEqual(['zoe', 'ZOË'])
})
