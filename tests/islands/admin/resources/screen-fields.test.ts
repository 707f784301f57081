import { expect, test } from 'vitest'
import { adminScreens } from '#islands/admin/resources/screens.ts'
import { contract, type OperationKey } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'

/* How each kind of field is entered is tried on some forms; here stands what each form asks for. */

const forms = adminScreens.filter(({ of }) => !of.readOnly)

test.each(forms.map((form) => [form.of.screen, form] as const))(
  'the form of %s asks for what the API takes, and for all that it cannot do without',
  (_, { of, sections }) => {
    const { body } = contract[`POST admin/${of.path}/` as OperationKey] as Operation
    const taken = body?.shape ?? {}
    const asked = sections.flatMap(({ fields }) => fields).filter(({ later }) => !later)
    const names = asked.map(({ field }) => field)
    expect(Object.keys(taken)).toEqual(expect.arrayContaining(names))
    const needed = Object.keys(taken).filter((name) => !taken[name]?.safeParse(undefined).success)
    expect(names).toEqual(expect.arrayContaining(needed))
  },
)
