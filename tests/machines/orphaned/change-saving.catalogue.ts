import type { OrphanPreview } from '#lib/contract/admin/admin-resource.ts'
import type { OrphanedAppointment, Resolution } from '#lib/contract/orphaned-appointments.ts'
import type {
  ChangeOutcome,
  changeSavingMachine,
  Rejection,
} from '#machines/orphaned/change-saving.machine.ts'
import type { Catalogue, Kinds } from '../event-catalogue.ts'

export const orphaned: OrphanedAppointment = {
  id: 41,
  version: 2,
  start: '2027-06-10T14:00:00.000Z',
  end: '2027-06-10T14:30:00.000Z',
  duration: 30,
  appointment_type: { id: 5, name: 'Flu vaccination' },
  patient: { id: 9, full_name: 'Rosa Whitfield' },
  staff: { id: 3, full_name: 'Priya Shah' },
  room: { id: 2, name: 'Room 2' },
  site: { id: 1, slug: 'harbour-street', name: 'Harbour Street' },
  reasons: ['outside_hours'],
  alternatives: [
    {
      start: '2027-06-10T09:00:00.000Z',
      end: '2027-06-10T09:30:00.000Z',
      staff_id: 3,
      staff_name: 'Priya Shah',
      room_id: 2,
      room_name: 'Room 2',
      site_id: 1,
      site_name: 'Harbour Street',
      with_absent_clinician: false,
    },
    {
      start: '2027-06-10T15:00:00.000Z',
      end: '2027-06-10T15:30:00.000Z',
      staff_id: 8,
      staff_name: 'Samir Okafor',
      room_id: 9,
      room_name: 'Room 3',
      site_id: 2,
      site_name: 'Quay Lane',
      with_absent_clinician: false,
    },
  ],
  may_cancel: false,
}

export const resolutions: readonly Resolution[] = [
  { action: 'keep', appointment_id: 41, version: 2 },
]

const moves: readonly Resolution[] = [
  {
    action: 'reschedule',
    appointment_id: 41,
    version: 2,
    start: '2027-06-10T15:00:00.000Z',
    staff_id: 8,
    room_id: 9,
    tell_patient: true,
    message: '',
  },
]

export const orphanPreview: OrphanPreview = {
  orphaned: [{ ...orphaned, reasons: ['competency_missing'] }],
  unseen: [],
}

const branchChanges = [
  {
    patient: 'Rosa Whitfield',
    branchChange: {
      from: 'Harbour Street',
      to: 'Quay Lane',
      place: '4pm on Thursday 10 June 2027, Samir Okafor',
    },
  },
]

/** One of each kind. */
export const rejections: Kinds<Rejection> = {
  refused: [{ kind: 'refused', fields: { name: ['Another competency has this name already'] } }],
  pinRefused: [{ kind: 'pinRefused', message: 'This is not the PIN of this clinician' }],
  notAllowed: [{ kind: 'notAllowed', detail: '' }],
  signedOut: [{ kind: 'signedOut' }],
  stale: [{ kind: 'stale', detail: 'Ada Byron changed name.' }],
  gone: [{ kind: 'gone', detail: 'Ada Byron deleted it.' }],
  inUse: [
    {
      kind: 'inUse',
      uses: [{ what: 'appointment types', count: 2, names: ['Blood test', 'Travel'] }],
    },
  ],
}

const [first, ...others] = Object.values(rejections).map(
  ([rejection]) => ({ kind: 'rejected', rejection }) as const,
)
if (!first) throw new Error('there are rejections')
const rejected = [first, ...others] as const

/** All that the machine can end with, for those that invoke it. */
export const outcomes = <Saved, Why extends Rejection>(
  saved: readonly [Saved, ...Saved[]],
  rejected: Kinds<Why>,
) => {
  const resolved = { orphaned: orphanPreview.orphaned, resolutions }
  return {
    saved: saved.map((one) => ({ kind: 'saved', saved: one, resolved })),
    dropped: [{ kind: 'dropped' }],
    failed: [{ kind: 'failed' }],
    rejected: Object.values<readonly Why[]>(rejected)
      .flat()
      .map((rejection) => ({ kind: 'rejected', rejection })),
  } as unknown as Kinds<ChangeOutcome<Saved, Why>>
}

export const changeSavingCatalogue = {
  events: {
    'change.confirmed': [{ type: 'change.confirmed' }],
    'resolutions.chosen': [
      { type: 'resolutions.chosen', resolutions, branchChanges: [] },
      { type: 'resolutions.chosen', resolutions: moves, branchChanges },
    ],
    'sites.confirmed': [{ type: 'sites.confirmed' }],
    'sites.declined': [{ type: 'sites.declined' }],
    'change.dropped': [{ type: 'change.dropped' }],
  },
  results: {
    previewChange: {
      clear: [{ kind: 'clear' }],
      orphans: [{ kind: 'orphans', orphanPreview }],
      rejected,
    },
    saveChange: {
      saved: [{ kind: 'saved', saved: null }],
      outdated: [{ kind: 'outdated' }],
      rejected,
    },
  },
  delays: {},
} satisfies Catalogue<typeof changeSavingMachine>
