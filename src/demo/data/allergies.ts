import type { Executor } from '#server/database/connection.ts'

const ALLERGIES: readonly (readonly [name: string, description: string])[] = [
  ['Aspirin', 'Includes other medicines that contain aspirin.'],
  ['Bee stings', 'Venom of honey bees and bumblebees.'],
  ['Cat hair', 'Hair, skin flakes and saliva of cats.'],
  ['Celery', 'Stalks, seeds and celeriac, also in soups and stocks.'],
  ['Cephalosporins', 'A group of antibiotics, such as cefalexin.'],
  ['Chlorhexidine', 'An antiseptic in skin wipes, mouthwashes and gels.'],
  ['Codeine', 'A pain-relieving medicine, also in some cough syrups.'],
  ['Crustaceans', 'Such as prawns, crab and lobster.'],
  ['Eggs', 'Tell us before a flu or yellow fever vaccination.'],
  ['Fish', 'All kinds of fish, and sauces made from them.'],
  ['Gelatine', 'Used in sweets, capsules and some vaccines.'],
  ['Gluten', 'Wheat, rye and barley; includes coeliac disease.'],
  ['Grass pollen', 'Hay fever from May to July.'],
  ['House dust mites', 'Worse in bedrooms and in winter.'],
  ['Ibuprofen', 'Includes other anti-inflammatory medicines.'],
  ['Iodine', 'In skin preparations and some X-ray dyes.'],
  ['Latex', 'In gloves, plasters and some vial stoppers.'],
  ['Lupin', 'Seeds and flour, found in some breads and pastries.'],
  ['Milk', 'Cow’s milk protein; not the same as lactose intolerance.'],
  ['Molluscs', 'Such as mussels, oysters and squid.'],
  ['Mustard', 'Seeds, leaves, powder and sauces.'],
  ['Neomycin', 'An antibiotic found in traces in some vaccines.'],
  ['Nickel', 'In jewellery, watch straps and buttons.'],
  ['Peanuts', 'Includes peanut oil and peanut flour.'],
  ['Penicillin', 'A group of antibiotics, such as amoxicillin.'],
  ['Sesame', 'Seeds, oil and tahini.'],
  ['Soya', 'Beans, flour, milk and tofu.'],
  ['Sticking plasters', 'The adhesive of plasters and dressings.'],
  ['Sulphites', 'Preservatives in dried fruit, wine and soft drinks.'],
  ['Tree nuts', 'Such as almonds, hazelnuts, walnuts and cashews.'],
  ['Trimethoprim', 'An antibiotic used for urinary tract infections.'],
  ['Wasp stings', 'Venom of wasps and hornets.'],
]

export async function insertAllergies(executor: Executor, modified: Date): Promise<number[]> {
  const rows = await executor
    .insertInto('allergy')
    .values(ALLERGIES.map(([name, description]) => ({ name, description, modified })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
