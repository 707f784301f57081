import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { seedDemoData } from '#demo/data/seed-demo-data.ts'
import { addSiteImages } from '#demo/data/site-images.ts'
import { formatPrices } from '#lib/catalogue/format-prices.ts'
import { displayHours } from '#lib/catalogue/opening-hours.ts'
import type { ServicePrice } from '#lib/contract/fields.ts'
import { HOURS_DAYS } from '#lib/contract/opening-hours.ts'
import { GuestUserWrite } from '#lib/contract/people.ts'
import { addressLines } from '#lib/text/address-lines.ts'
import { presentPublicSite, publicSiteRows } from '#server/catalogue/public-sites.ts'
import { folderStorage } from '#server/files/folder-storage.ts'
import { hashPin, PIN_COST } from '#server/identity/pin.ts'
import { isNextDoseOpen } from '#server/vaccinations/vaccination-rows.ts'
import { isFull } from '../../amount.ts'
import {
  createSeededDatabase,
  DAY,
  everything,
  NOW,
  onEmpty,
  TODAY,
  ZONE,
} from '../database/seeded-database.ts'
import { insertRow } from '../rows.ts'

const shared = await createSeededDatabase()
const db = shared.db
afterAll(() => shared.drop())

describe('seeding', () => {
  test('a second time adds nothing', async () => {
    const before = await everything(db)
    expect(await seedDemoData(db, { timeZone: ZONE, now: NOW + DAY })).toBe(false)
    expect(await everything(db)).toEqual(before)
  })

  test.runIf(isFull)(
    'two at once do it once, and the same moment gives the same rows',
    async () => {
      await onEmpty(async (other) => {
        const options = { timeZone: ZONE, now: NOW }
        const both = await Promise.all([seedDemoData(other, options), seedDemoData(other, options)])
        expect(both.toSorted()).toEqual([false, true])
        expect(await everything(other)).toEqual(await everything(db))
      })
    },
  )

  test('leaves a database alone that has a person in it', async () => {
    await onEmpty(async (other) => {
      await insertRow(other, 'person', { first_name: 'A', last_name: 'Patient' })
      expect(await seedDemoData(other, { timeZone: ZONE, now: NOW })).toBe(false)
      expect(await other.selectFrom('site').select('id').execute()).toEqual([])
    })
  })
})

describe('places', () => {
  test('the branches have the hours and the gaps of docs/product.md, and one site is hidden', async () => {
    const rows = await publicSiteRows(db).orderBy('display_order').execute()
    const sites = rows.map((row) => presentPublicSite(row, { apiUrl: 'https://x/api' }))
    const shown = sites.map((site) => [
      site.slug,
      site.hours && HOURS_DAYS.map((day) => displayHours(site.hours?.[day] ?? [])),
      addressLines(site).length > 0,
      site.telephone !== '',
      site.email !== '',
      site.location !== null,
      site.offers_services,
    ])
    const fiveTimes = (hours: string) => Array<string>(5).fill(hours)
    const closed = ['Closed', 'Closed', 'Closed']
    expect(shown).toEqual([
      [
        'harbour-street',
        [...fiveTimes('9am to 5:30pm'), '9am to 4pm', 'Closed', 'Open, times vary'],
        ...[true, true, true, true, true],
      ],
      ['mill-lane', [...fiveTimes('8:30am to 6:30pm'), ...closed], true, true, true, true, true],
      ['orchard-road', [...fiveTimes('9am to 5pm'), ...closed], true, false, true, false, false],
      ['station-approach', null, false, false, false, false, false],
    ])
    expect(sites[2]?.bank_holidays_hint).toContain('111')
    const all = await db.selectFrom('site').select('hidden').execute()
    expect(all.filter(({ hidden }) => hidden)).toHaveLength(1)
  })

  test.runIf(isFull)('every branch has its picture', async () => {
    const files = folderStorage(await mkdtemp(join(tmpdir(), 'carelane-files-')))
    await onEmpty(async (other) => {
      await seedDemoData(other, { timeZone: ZONE, now: NOW })
      await addSiteImages({ db: other, files })
      const rows = await publicSiteRows(other).execute()
      for (const row of rows) {
        const { image_sizes } = presentPublicSite(row, { apiUrl: 'https://x/api' })
        expect(image_sizes.map(({ width, height }) => [width, height])).toEqual([
          [640, 360],
          [1280, 720],
        ])
        for (const { url } of image_sizes) {
          const file = await files.read(new URL(url).pathname.replace('/files/', ''))
          expect(file?.bytes).toBeGreaterThan(1_000)
          await file?.content.cancel()
        }
      }
    })
  })
})

describe('catalogue', () => {
  test('the categories are sound nested sets, with a level below the first', async () => {
    const categories = await db.selectFrom('appointment_category').selectAll().execute()
    expect(categories).toHaveLength(6)
    expect(categories.filter(({ level }) => level === 1).length).toBeGreaterThan(0)
    expect(categories.filter(({ hidden }) => hidden)).toHaveLength(1)
    for (const tree of Map.groupBy(categories, ({ tree_id }) => tree_id).values()) {
      const edges = tree.flatMap(({ lft, rght }) => [lft, rght]).toSorted((a, b) => a - b)
      expect(edges).toEqual(edges.map((_, index) => index + 1))
      for (const category of tree) {
        const around = tree
          .filter(({ lft, rght }) => lft < category.lft && rght > category.rght)
          .toSorted((a, b) => b.lft - a.lft)
        expect([category.level, category.parent_id]).toEqual([around.length, around[0]?.id ?? null])
      }
    }
  })

  test('the types are told about, and some are hidden, one is disabled', async () => {
    const types = await db
      .selectFrom('appointment_type as type')
      .selectAll()
      .select(
        sql<number>`(select count(*) from appointment_type_tagging as tagging
          where tagging.appointment_type_id = type.id)`.as('tags'),
      )
      .select(
        sql<number>`(select count(*) from appointment_type_category as placed
          where placed.appointment_type_id = type.id)`.as('categories'),
      )
      .execute()
    expect(types.length).toBeGreaterThanOrEqual(20)
    expect(types.filter(({ hidden }) => hidden).length).toBeGreaterThan(1)
    expect(types.filter(({ disabled }) => disabled)).toHaveLength(1)
    const durations = types.map(({ duration }) => duration)
    expect([Math.min(...durations), Math.max(...durations)]).toEqual([5, 60])
    const told = types.filter(
      ({ description, prebooking_info, summary, what_to_bring, prices, tags, categories }) =>
        ![summary, what_to_bring, formatPrices(prices as ServicePrice[])].includes('') &&
        description.length > 80 &&
        prebooking_info.length > 30 &&
        tags > 0 &&
        categories > 0,
    )
    expect(told).toHaveLength(types.length)
    const prices = types.map((type) => [type.slug, formatPrices(type.prices as ServicePrice[])])
    expect(Object.fromEntries(prices)).toMatchObject({
      'flu-vaccination': 'Free on the NHS, or £18',
      // The NHS gives it at GP surgeries.
      'shingles-vaccination': '£230',
      'travel-vaccination': 'From £38',
      'sore-throat': 'Free on the NHS',
      'medicines-review': 'Free',
    })
  })

  test('hidden types are offered at the hidden site only, and nothing else is', async () => {
    const { rows } = await sql<{ type: boolean; site: boolean }>`
      select distinct type.hidden as type, site.hidden as site
      from availability_appointment_type as offered
      join appointment_type as type on type.id = offered.appointment_type_id
      join availability on availability.id = offered.availability_id
      join room on room.id = availability.room_id join site on site.id = room.site_id
      order by 1`.execute(db)
    expect(rows).toEqual([
      { type: false, site: false },
      { type: true, site: true },
    ])
  })
})

describe('people', () => {
  test('two hundred patients whom the forms would take, families sharing addresses', async () => {
    const patients = await db
      .selectFrom('person')
      .selectAll()
      .where('is_staff', '=', false)
      .orderBy('id')
      .execute()
    // The households', those who are on file twice or look like it, and those with long records.
    expect(patients).toHaveLength(200 + 16 + 8)
    for (const patient of patients) {
      const given = Object.keys(GuestUserWrite.shape).map((field) => [
        field,
        patient[field as keyof typeof patient],
      ])
      expect(GuestUserWrite.parse(Object.fromEntries(given)).nhs_number).toBe(patient.nhs_number)
      expect(patient.email).toMatch(/@example\.test$/)
      expect(patient.mobile).toMatch(/^07700 900 \d{3}$/)
      expect(patient.nhs_number).toMatch(/^(999\d{7})?$/)
      expect(patient.dob && patient.dob < TODAY).toBe(true)
    }
    const numbers = patients.map(({ nhs_number }) => nhs_number).filter((number) => number !== '')
    expect(numbers.length).toBeGreaterThan(150)
    // One has it in both of her records.
    expect(new Set(numbers).size).toBe(numbers.length - 1)
    expect(new Set(patients.map(({ email }) => email)).size).toBeLessThan(160)
  })

  test('some are on file twice, each in another way; families who share a phone are not', async () => {
    const asMuch = ['same_name', 'same_birth_date']
    const reached = ['same_phone', 'same_email', 'same_postcode']
    const { rows } = await sql<{ names: string; score: number; reasons: string[] }>`
      select one.full_name || ', ' || other.full_name as names, score, reasons
      from duplicate_candidate join person as one on one.id = person_id
        join person as other on other.id = other_id
      order by person_id, other_id`.execute(db)
    expect(Object.fromEntries(rows.map(({ names, reasons }) => [names, reasons]))).toEqual({
      'Rosa Whitfield, Rosa Whitfield': [...asMuch, 'same_phone', 'same_postcode'],
      'Siobhán O’Connell, Siobhan O’Connel': ['part_of_name', 'same_birth_date', ...reached],
      'Wei Huang, Huang Wei': ['swapped_names', 'same_birth_date', 'same_phone', 'same_postcode'],
      'Krzysztof Zieliński, Krzysztof Zielinski': ['same_name', 'swapped_birth_date', ...reached],
      'Hannah Marsden, Hannah Pemberton': [
        ...['same_nhs_number', 'same_first_name', 'same_birth_date', 'same_email'],
      ],
      'Alexander Loxley, Alex Loxley': [
        ...['part_of_name', 'same_birth_date', 'same_phone', 'same_postcode'],
      ],
      'Alexander Loxley, Alexander Loxly': ['similar_name', 'same_birth_date', 'same_email'],
      'Alex Loxley, Alexander Loxly': ['similar_name', 'same_birth_date'],
    })
    expect(rows.every(({ score }) => score >= 60)).toBe(true)
    const { left } = await db
      .selectFrom('person_to_compare')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .executeTakeFirstOrThrow()
    expect(left).toBe(0)
  })

  test('the demonstration’s own patient booked once without signing in', async () => {
    const { rows } = await sql<{ is_guest: boolean; completed: number }>`
      select is_guest, (select count(*) from appointment
        where patient_id = person.id and status = 'completed') as completed
      from person where full_name = 'Rosa Whitfield' order by id`.execute(db)
    expect(rows).toEqual([
      { is_guest: false, completed: expect.any(Number) },
      { is_guest: true, completed: 1 },
    ])
  })

  test('five people to sign in as', async () => {
    const people = await db
      .selectFrom('person')
      .leftJoin('staff', 'staff.person_id', 'person.id')
      .select(['username', 'email', 'is_staff', 'is_superuser', 'staff.is_active as clinician'])
      .where('username', 'in', ['patient', 'regular', 'clinician', 'reception', 'admin'])
      .orderBy('username')
      .execute()
    const row = (
      username: string,
      is_staff: boolean,
      is_superuser: boolean,
      clinician: boolean,
    ) => ({
      username,
      email: `${username}@example.test`,
      is_staff,
      is_superuser,
      clinician: clinician || null,
    })
    expect(people).toEqual([
      row('admin', true, true, false),
      row('clinician', true, false, true),
      row('patient', false, false, false),
      row('reception', true, false, false),
      row('regular', false, false, false),
    ])
  })

  test('twelve clinicians have the PIN of the README; competencies end in 1, 5 and 30 days, and one ended', async () => {
    const staff = await db.selectFrom('staff').selectAll().execute()
    expect(staff).toHaveLength(12)
    expect(new Set(staff.map((one) => one.pharmacist_reg_number)).size).toBe(12)
    const pin = await hashPin('2468', PIN_COST, Buffer.from('the same rows each time'))
    expect(new Set(staff.map((one) => one.pin_hash))).toEqual(new Set([pin]))
    const { rows } = await sql<{ days: number }>`
      select expires_at - ${TODAY}::date as days from staff_competency
      where expires_at <= ${TODAY}::date + 30 order by 1`.execute(db)
    const days = rows.map((row) => row.days)
    const within = (from: number, to: number) => days.some((day) => day > from && day <= to)
    expect([within(-1000, -1), within(0, 1), within(1, 5), within(5, 30)]).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(days.filter((day) => day < 0)).toHaveLength(1)
  })
})

describe('vaccinations', () => {
  test('a dozen products, and what was given at the vaccination appointments that are over', async () => {
    const products = await db.selectFrom('vaccine_product').selectAll().execute()
    expect(products.length).toBeGreaterThanOrEqual(12)
    expect(products.filter(({ is_active }) => !is_active)).toHaveLength(1)
    const { rows } = await sql<{ visits: number; without: number; wrong: number }>`
      select count(*) as visits,
        count(*) filter (where given.id is null) as without,
        count(*) filter (where given.patient_id <> visit.patient_id
          or given.staff_id <> visit.staff_id
          or given.date_administered not between visit.starts_at and visit.ends_at) as wrong
      from appointment as visit
      join appointment_type as type on type.id = visit.appointment_type_id
      left join vaccination_history as given
        on given.appointment_id = visit.id and not given.is_historical
      where visit.status = 'completed'
        and (type.slug like '%-vaccination' or type.slug = 'hepatitis-b-for-work')`.execute(db)
    expect(rows).toEqual([{ visits: expect.any(Number), without: 0, wrong: 0 }])
    expect(rows[0]?.visits).toBeGreaterThan(40)
  })

  test('nobody has more doses of a product than it takes, some have told of others', async () => {
    const { rows } = await sql<{ over: number; told: number; put_off: number; earned: string }>`
      select count(*) filter (where dose_number > doses_required) as over,
        count(*) filter (where is_historical) as told,
        count(*) filter (where not was_administered) as put_off,
        sum(given.price) as earned
      from vaccination_history as given
      join vaccine_product as product on product.id = vaccine_product_id`.execute(db)
    expect(rows).toMatchObject([{ over: 0 }])
    expect(rows[0]?.told).toBeGreaterThan(0)
    expect(rows[0]?.put_off).toBeGreaterThan(0)
    expect(Number(rows[0]?.earned)).toBeGreaterThan(500)
  })
})

describe('outcomes', () => {
  test('one is not used any more, one has corrections and versions; the trail knows whose', async () => {
    const outcomes = await db.selectFrom('appointment_outcome').selectAll().orderBy('id').execute()
    expect(outcomes.filter(({ archived }) => archived).map(({ name }) => name)).toEqual([
      'Paper card handed over',
    ])
    const kept = await sql<{ number: string; made: number }>`
      select edition || '.' || subversion as number, (
        select count(*) from audit_event where subject_type = 'appointment_outcome'
          and subject_id = appointment_outcome_id and (change->>'version')::integer = revision
      ) as made
      from appointment_outcome_version where appointment_outcome_id = ${outcomes[0]?.id}
      order by edition, subversion`.execute(db)
    expect(kept.rows).toEqual(
      ['1.0', '1.1', '2.0', '2.1', '3.0'].map((number) => ({ number, made: 1 })),
    )
  })

  test('most appointments that took place have one that their type offers, in the version of then', async () => {
    const { rows } = await sql<{ given: number; completed: number; wrong: number }>`
      select count(*) filter (where exists (select from appointment_outcome_given as given
          where given.appointment_id = appointment.id)) as given,
        count(*) as completed,
        count(*) filter (where exists (select from appointment_outcome_given as given
          join appointment_outcome_version as kept
            using (appointment_outcome_id, edition, subversion)
          left join appointment_type_outcome as offered
            on offered.appointment_outcome_id = given.appointment_outcome_id
            and offered.appointment_type_id = appointment.appointment_type_id
          where given.appointment_id = appointment.id
            and (offered.appointment_type_id is null or kept.made > given.given)
        )) as wrong
      from appointment where status = 'completed'`.execute(db)
    const [{ given = 0, completed = 0, wrong = 1 } = {}] = rows
    expect(wrong).toBe(0)
    expect(given / completed).toBeGreaterThan(0.7)
    expect(given).toBeLessThan(completed)
    const { count } = await db
      .selectFrom('appointment_outcome_given')
      .innerJoin('appointment', 'appointment.id', 'appointment_id')
      .where('status', '<>', 'completed')
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
  })
})

describe('patient advice', () => {
  test('is of every kind, and who signs in finds some of it and texts to write more', async () => {
    const advice = await db
      .selectFrom('patient_advice as advice')
      .innerJoin('person', 'person.id', 'advice.patient_id')
      .selectAll('advice')
      .select('person.email')
      .execute()
    expect(advice.length).toBeGreaterThan(200)
    const kinds: ((one: (typeof advice)[number]) => boolean)[] = [
      ({ appointment_id }) => appointment_id === null,
      ({ pinned }) => pinned,
      ({ favourite }) => favourite,
      ({ archived_at }) => archived_at !== null,
      ({ withdrawn_at }) => withdrawn_at !== null,
      ({ email, archived_at }) => email === 'patient@example.test' && archived_at === null,
    ]
    for (const isOfKind of kinds) expect(advice.some(isOfKind), String(isOfKind)).toBe(true)
    const latest = advice.flatMap(({ created, modified }) => [created, modified]).map(Number)
    expect(Math.max(...latest)).toBeLessThanOrEqual(NOW)
    const snippets = await db
      .selectFrom('advice_snippet')
      .innerJoin('person', 'person.id', 'person_id')
      .where('email', '=', 'clinician@example.test')
      .select('name')
      .execute()
    expect(snippets).toHaveLength(4)
  })
})

describe('lives', () => {
  test('eight records tell of years: courses, doses overdue and corrected, letters, allergies', async () => {
    const { rows } = await sql<{ name: string }>`
      select patient.last_name as name,
        floor((${TODAY}::date - min(starts_at)::date) / 365.25)::integer as years,
        count(*) filter (where status = 'did_not_attend')::integer as missed,
        array(select product.name
          from vaccination_history as vaccination
            join vaccine_product as product on product.id = vaccine_product_id
          where vaccination.patient_id = patient.id and booster_due_date < ${TODAY}
            and ${isNextDoseOpen}) as overdue,
        (select count(*) filter (where is_historical) || ' elsewhere, '
            || count(*) filter (where entered_in_error is not null) || ' wrong, '
            || count(*) filter (where not was_administered) || ' put off'
          from vaccination_history where patient_id = patient.id) as doses,
        (select count(*) filter (where pinned) || ' pinned, '
            || count(archived_at) || ' archived, ' || count(withdrawn_at) || ' withdrawn'
          from patient_advice where patient_id = patient.id) as advice,
        (select count(*)::integer from appointment_outcome_given
          where appointment_id = any(array_agg(appointment.id)) and ended is not null) as replaced,
        (select case when none_known then 'none known' else array_to_string(array(
            select allergy.name from person_allergy join allergy on allergy.id = allergy_id
            where person_id = patient.id order by 1), ', ') end
          from allergy_statement where person_id = patient.id) as allergies,
        (select count(*)::integer from audit_event
          where subject_id = patient.id and action = 'person.updated') as stated
      from person as patient join appointment on appointment.patient_id = patient.id
      where patient.mobile between '07700 900 250' and '07700 900 257'
      group by patient.id order by patient.id`.execute(db)
    const records = Object.fromEntries(rows.map(({ name, ...record }) => [name, record]))
    expect(Object.keys(records)).toHaveLength(8)
    expect(records).toMatchObject({
      Ashdown: {
        years: 9,
        missed: 1,
        doses: '5 elsewhere, 0 wrong, 1 put off',
        advice: '1 pinned, 2 archived, 0 withdrawn',
        replaced: 2,
        allergies: 'Ibuprofen, Penicillin',
        stated: 2,
      },
      Penhaligon: { years: 8, advice: '1 pinned, 7 archived, 1 withdrawn', replaced: 1 },
      Qureshi: { missed: 2, allergies: 'Eggs' },
      Carvalho: { overdue: ['Typhoid vaccine (polysaccharide)'], replaced: 1 },
      Lindahl: { doses: '0 elsewhere, 1 wrong, 0 put off' },
      Adebayo: { doses: '2 elsewhere, 0 wrong, 0 put off' },
      Brodie: { overdue: ['Hepatitis B vaccine'], missed: 1, allergies: 'none known' },
      Thornbury: { doses: '3 elsewhere, 0 wrong, 1 put off', allergies: 'none known', stated: 2 },
    })
  })

  test('they filled in forms over the years', async () => {
    const { rows } = await sql<{ years: number }>`
      select count(distinct extract(year from submitted))::integer as years
      from submitted_form join person on person.id = submitted_by
      where person.username = 'regular'`.execute(db)
    expect(rows[0]?.years).toBeGreaterThan(8)
  })
})
