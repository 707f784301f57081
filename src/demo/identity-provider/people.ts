import type { Database } from '#server/database/connection.ts'

const ROLES = {
  patient: 'Patient',
  regular: 'Patient for ten years',
  clinician: 'Clinician',
  reception: 'Reception',
  admin: 'Administrator',
} as const

const USERNAMES = Object.keys(ROLES) as (keyof typeof ROLES)[]

const formatEmail = (username: string) => `${username}@example.test`

export const DEMO_EMAILS = USERNAMES.map(formatEmail)

export const DEMO_PASSWORD = 'carelane-demo'

export type DemoPerson = {
  username: string
  name: string
  role: string
  signInEmail: string
  claims: Record<string, string | true>
}

export async function demoPeople(db: Database): Promise<DemoPerson[]> {
  const rows = await db
    .selectFrom('person')
    .select(['username', 'full_name', 'first_name', 'last_name', 'email', 'dob'])
    .where('username', 'in', USERNAMES)
    .execute()
  return USERNAMES.flatMap((username) => {
    const row = rows.find((person) => person.username === username)
    if (!row) return []
    return {
      username,
      name: row.full_name,
      role: ROLES[username],
      signInEmail: formatEmail(username),
      claims: {
        name: row.full_name,
        given_name: row.first_name,
        family_name: row.last_name,
        ...(row.dob !== null && { birthdate: row.dob }),
        ...(row.email !== '' && { email: row.email, email_verified: true }),
      },
    }
  })
}

export async function demoPerson(db: Database, username: string): Promise<DemoPerson | undefined> {
  return (await demoPeople(db)).find((person) => person.username === username)
}
