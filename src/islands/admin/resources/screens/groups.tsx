import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { groups } from '#lib/contract/admin/groups.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import type { AdminScreen } from '../admin-screen.ts'

export const groupScreen: AdminScreen = {
  of: groups,
  lead: 'Groups give people permissions. Changes apply straight away to everyone in the group.',
  columns: [
    { field: 'name', width: 20 },
    { field: 'people', width: 8 },
    {
      field: 'selected_permissions',
      width: 10,
      cell: ({ permissions }) => inFigures((permissions as readonly string[]).length),
    },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        {
          field: 'permissions',
          kind: 'permissions',
          hint: 'You can only grant permissions you have. You can remove any.',
        },
      ],
    },
  ],
  filters: [],
  extra: WhoIsInIt,
}

function WhoIsInIt({ record: { people, losing } }: { record: AdminRecord }) {
  const [all, fewer] = [Number(people), Number(losing)]
  if (all === 0) return <p>Nobody is in this group.</p>
  return (
    <p>
      {counted(all, 'person is', 'people are')} in this group.{' '}
      {fewer === 0
        ? 'They all have the same permissions from elsewhere too.'
        : `Without it, ${inFigures(fewer)} of them would lose permissions.`}{' '}
      You can delete it when nobody is in it.
    </p>
  )
}
