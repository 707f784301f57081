import type { Executor } from '#server/database/connection.ts'
import { lookUp } from './look-up.ts'

type DemoProduct = {
  name: string
  description: string
  price: string
  manufacturer: string
  doses?: number
  boosterWeeks?: number
  youngest?: number
  oldest?: number
  route?: 'subcutaneous' | 'oral'
  inactive?: true
}

const PRODUCTS = {
  flu: {
    name: 'Influenza vaccine (cell-based)',
    description: 'This season’s flu vaccine for adults under 65.',
    oldest: 64,
    price: '19.99',
    manufacturer: 'Fenwick Biologicals',
    boosterWeeks: 52,
  },
  fluAdjuvanted: {
    name: 'Influenza vaccine (adjuvanted)',
    description: 'This season’s flu vaccine for people aged 65 and over.',
    youngest: 65,
    price: '0.00',
    manufacturer: 'Fenwick Biologicals',
    boosterWeeks: 52,
  },
  fluLastSeason: {
    name: 'Influenza vaccine (last season)',
    description: 'No longer given. Kept for last season’s records.',
    price: '17.50',
    manufacturer: 'Fenwick Biologicals',
    boosterWeeks: 52,
    inactive: true,
  },
  covid: {
    name: 'COVID-19 vaccine (mRNA)',
    description: 'For the spring and autumn campaigns.',
    price: '0.00',
    manufacturer: 'Corvane Life Sciences',
    boosterWeeks: 26,
  },
  shingles: {
    name: 'Shingles vaccine (recombinant)',
    description: 'Two doses, at least eight weeks apart.',
    price: '230.00',
    manufacturer: 'Halden Pharma',
    doses: 2,
  },
  chickenpox: {
    name: 'Chickenpox vaccine (live)',
    description: 'Two doses, four to eight weeks apart. Contains gelatine and neomycin.',
    price: '70.00',
    manufacturer: 'Halden Pharma',
    doses: 2,
    route: 'subcutaneous',
  },
  hepatitisA: {
    name: 'Hepatitis A vaccine',
    description: 'A second dose after six to twelve months protects for 25 years.',
    price: '58.00',
    manufacturer: 'Corvane Life Sciences',
    doses: 2,
  },
  hepatitisB: {
    name: 'Hepatitis B vaccine',
    description:
      'Three doses over six months; for people who may come into contact with blood at work.',
    price: '45.00',
    manufacturer: 'Corvane Life Sciences',
    doses: 3,
  },
  typhoid: {
    name: 'Typhoid vaccine (polysaccharide)',
    description: 'One dose, two weeks before travel.',
    price: '42.00',
    manufacturer: 'Halden Pharma',
    boosterWeeks: 156,
  },
  rabies: {
    name: 'Rabies vaccine',
    description: 'Three doses over three to four weeks, before travel.',
    price: '79.00',
    manufacturer: 'Corvane Life Sciences',
    doses: 3,
  },
  tetanus: {
    name: 'Diphtheria, tetanus and polio vaccine',
    description: 'One dose, if the last was more than ten years ago.',
    price: '39.50',
    manufacturer: 'Halden Pharma',
    boosterWeeks: 520,
  },
  cholera: {
    name: 'Cholera vaccine (oral)',
    description: 'Two drinks, one to six weeks apart.',
    price: '36.00',
    manufacturer: 'Fenwick Biologicals',
    doses: 2,
    route: 'oral',
  },
  yellowFever: {
    name: 'Yellow fever vaccine (live)',
    description: 'One dose, with the certificate that some countries ask for. Grown in eggs.',
    price: '84.00',
    manufacturer: 'Halden Pharma',
    route: 'subcutaneous',
  },
} satisfies Record<string, DemoProduct>

export type ProductName = keyof typeof PRODUCTS
export type InsertedProduct = DemoProduct & { id: number }

/** At an appointment of this type one of these is given, the one that suits the age. */
export const GIVEN_AT: Readonly<Record<string, readonly ProductName[]>> = {
  'flu-vaccination': ['flu', 'fluAdjuvanted'],
  'covid-19-vaccination': ['covid'],
  'shingles-vaccination': ['shingles'],
  'chickenpox-vaccination': ['chickenpox'],
  'travel-vaccination': ['hepatitisA', 'typhoid', 'typhoid', 'rabies', 'tetanus', 'cholera'],
  'yellow-fever-vaccination': ['yellowFever'],
  'workplace-flu-vaccination': ['flu', 'fluAdjuvanted'],
  'hepatitis-b-for-work': ['hepatitisB'],
}

export async function insertVaccineProducts(
  executor: Executor,
  began: Date,
): Promise<Map<ProductName, InsertedProduct>> {
  const products = Object.entries(PRODUCTS) as [ProductName, DemoProduct][]
  const rows = await executor
    .insertInto('vaccine_product')
    .values(
      products.map(([, product]) => ({
        name: product.name,
        description: product.description,
        doses_required: product.doses ?? 1,
        booster_interval_weeks: product.boosterWeeks ?? null,
        is_active: !product.inactive,
        price: product.price,
        created: began,
        modified: began,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return new Map(
    products.map(([name, product]) => [name, { ...product, id: lookUp(ids, product.name) }]),
  )
}
