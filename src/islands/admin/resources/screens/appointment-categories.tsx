import { useContext } from 'react'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import {
  type AppointmentCategory,
  appointmentCategories,
} from '#lib/contract/admin/appointment-categories.ts'
import type { ServicePicture } from '#lib/contract/catalogue.ts'
import { CategoryMoves, TreeContext } from '../../../catalogue/tree/CategoryCells.tsx'
import { CategoryList } from '../../../catalogue/tree/CategoryList.tsx'
import type { AdminScreen } from '../admin-screen.ts'

const pictures: Record<Exclude<ServicePicture, ''>, string> = {
  jab: 'Arm with a plaster',
  mug: 'Hot drink',
  heart: 'Heart and pulse',
  bottle: 'Medicine bottle',
  case: 'Suitcase',
  ear: 'Ear',
  throat: 'Person with a scarf',
}

/** @param none what is shown without a picture of its own. */
export const servicePictureChoices = (none: string) => [
  { value: '', label: none },
  ...Object.entries(pictures).map(([value, label]) => ({ value, label })),
]

const useIsTree = () => useContext(TreeContext)

const toCategory = (record: AdminRecord) => record as unknown as AppointmentCategory

export const appointmentCategoryScreen: AdminScreen = {
  of: appointmentCategories,
  lead: 'Headings for appointment types, in the order visitors see them. If you hide or disable a category, everything under it is hidden or disabled too.',
  columns: [
    {
      field: 'name',
      width: 20,
      cell: (record) => <CategoryName category={toCategory(record)} />,
    },
    { field: 'parent_path', width: 14 },
    { field: 'hidden', width: 6 },
    { field: 'disabled', width: 7 },
    {
      field: 'place',
      width: 20,
      cell: (record) => <CategoryMoves category={toCategory(record)} />,
    },
  ],
  Around: CategoryList,
  pageSize: 500,
  changesOthers: true,
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        {
          field: 'parent',
          kind: 'reference',
          hint: 'The category it belongs to. Leave blank for the top level.',
        },
        {
          field: 'picture',
          kind: 'select',
          choices: servicePictureChoices('The same as the category above it, or none'),
          hint: 'Shown with its services, unless they have their own.',
        },
        {
          field: 'hidden',
          kind: 'checkbox',
          hint: 'Only people with the link, and staff who can view hidden categories, can see it.',
        },
        { field: 'disabled', kind: 'checkbox', hint: 'Visitors cannot see it.' },
      ],
    },
  ],
  filters: [
    {
      name: 'hidden',
      label: 'Visibility',
      choices: [
        { value: '', label: 'All' },
        { value: 'false', label: 'Not hidden' },
        { value: 'true', label: 'Hidden' },
      ],
    },
  ],
}

function CategoryName({ category }: { category: AppointmentCategory }) {
  const isTree = useIsTree()
  const { name, level } = category
  if (!isTree || level === 0) return <span>{name}</span>
  return (
    <span className="tree-name" style={{ '--tree-level': level }}>
      {name}
      <span className="visually-hidden">, level {level + 1}</span>
    </span>
  )
}
