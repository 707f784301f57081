import type { Executor } from '#server/database/connection.ts'

const ADVICE_CATEGORIES = [
  'Alcohol',
  'Alternative treatment',
  'Antibiotic resistance',
  'Diet and weight',
  'Inhaler technique',
  'Medicines and side effects',
  'Mental wellbeing',
  'Pain relief at home',
  'Physical activity',
  'Referral to a GP',
  'Self-care',
  'Sexual health',
  'Signs of sepsis',
  'Sleep',
  'Stopping smoking',
  'Sun and skin',
  'Travel health',
  'Vaccination aftercare',
  'When to seek help',
  'Wound care',
]

export async function insertAdviceCategories(executor: Executor, began: Date): Promise<void> {
  await executor
    .insertInto('advice_category')
    .values(ADVICE_CATEGORIES.map((name) => ({ name, created: began, modified: began })))
    .execute()
}
