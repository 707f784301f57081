import type { Executor } from '#server/database/connection.ts'

/** ZZ is no postcode area, 01632 no area code in use: none of these exists. */
const SURGERIES: readonly (readonly [name: string, street: string, city: string, area: string])[] =
  [
    ['Abbot’s Field Surgery', '2 Abbot’s Field', 'Saltmere', 'ZZ1 4AF'],
    ['Alder Brook Medical Centre', '61 Brook Road', 'Little Aldern', 'ZZ4 2BR'],
    ['Aldern Valley Practice', '9 Valley Road', 'Little Aldern', 'ZZ4 6VR'],
    ['Beacon Hill Surgery', '30 Beacon Hill', 'Saltmere', 'ZZ1 8BH'],
    ['Bluebell Wood Health Centre', '11 Bluebell Way', 'Fernley', 'ZZ5 3BW'],
    ['Bridge End Practice', '5 Bridge End', 'Great Aldern', 'ZZ6 1BE'],
    ['Chapel Row Surgery', '17 Chapel Row', 'Saltmere', 'ZZ3 5EE'],
    ['Cliff Top Medical Practice', '44 Cliff Road', 'Sandwell Bay', 'ZZ7 2CR'],
    ['Cross Keys Family Doctors', '3 Market Cross', 'Fernley', 'ZZ5 1MC'],
    ['Dunes Road Surgery', '28 Dunes Road', 'Sandwell Bay', 'ZZ7 4DR'],
    ['Eastgate Medical Centre', '100 Eastgate', 'Great Aldern', 'ZZ6 4EG'],
    ['Fernley Park Practice', '1 Park Avenue', 'Fernley', 'ZZ5 7PA'],
    ['Great Aldern Health Centre', '12 Station Parade', 'Great Aldern', 'ZZ6 2SP'],
    ['Harbour View Surgery', '6 Quay Street', 'Saltmere', 'ZZ1 2QS'],
    ['Hawthorn House Practice', 'Hawthorn House, Mill Lane', 'Saltmere', 'ZZ1 2BB'],
    ['Kingfisher Medical Practice', '19 Weir Lane', 'Little Aldern', 'ZZ4 8WL'],
    ['Lighthouse Road Surgery', '73 Lighthouse Road', 'Sandwell Bay', 'ZZ7 1LR'],
    ['Meadow Lane Surgery', '8 Meadow Lane', 'Fernley', 'ZZ5 5ML'],
    ['Old Rectory Medical Centre', 'The Old Rectory, Church Hill', 'Great Aldern', 'ZZ6 7CH'],
    ['Orchard Family Practice', '55 Orchard Road', 'Little Aldern', 'ZZ2 3CC'],
    ['Rowan Tree Surgery', '21 Rowan Drive', 'Saltmere', 'ZZ1 6RD'],
    ['Saltmere University Practice', 'Campus Walk', 'Saltmere', 'ZZ1 9CW'],
    ['Sandwell Bay Health Centre', '4 Promenade', 'Sandwell Bay', 'ZZ7 7PR'],
    ['The Green Surgery', '9 The Green', 'Saltmere', 'ZZ3 6FF'],
    ['Willowbank Medical Practice', '37 River Street', 'Great Aldern', 'ZZ6 5RS'],
  ]

export async function insertGpSurgeries(executor: Executor, modified: Date): Promise<number[]> {
  const rows = await executor
    .insertInto('gp_surgery')
    .values(
      SURGERIES.map(([name, address1, city, postcode], index) => ({
        name,
        address1,
        city,
        county: 'Eastshire',
        nation: 'England',
        postcode,
        telephone: `01632 960 ${String(500 + index * 7)}`,
        email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.test`,
        modified,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
