import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { fromPromise, type SnapshotFrom } from 'xstate'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { SignedInSession } from '#lib/contract/identity.ts'
import type { OwnUser, ProfileWrite } from '#lib/contract/users.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { reminderLabels } from '#lib/messages/message-labels.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import { profileMachine } from '#machines/people/profile.machine.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import { refreshAccount } from '../../identity/refresh-account.ts'
import { type IslandProps, SignedInIsland } from '../../identity/SignedInIsland.tsx'
import { forgetTouched } from '../../identity/unsaved-work.ts'
import { CalendarFeedSection } from '../../schedule/calendar-feed/CalendarFeedSection.tsx'
import { LeaveQuestion } from '../../ui/dialog/LeaveQuestion.tsx'
import { Email } from '../../ui/Email.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { atOnce } from '../../ui/form/at-once.ts'
import { Lines } from '../../ui/Lines.tsx'
import { SummaryRow } from '../../ui/SummaryRow.tsx'
import { CorrectionDialog, type IdentityField } from '../corrections/CorrectionDialog.tsx'
import { LatestRequest } from '../corrections/LatestRequest.tsx'
import { personLookups } from '../person/lookups.ts'
import type { ChosenAllergy } from './AllergiesQuestion.tsx'
import { DetailsForm, findProfileField, type ProfileField } from './DetailsForm.tsx'
import { genderLabels } from './genders.ts'
import { PinSection } from './PinSection.tsx'
import { SessionList } from './SessionList.tsx'

const defaults = {
  queries: { gcTime: Number.POSITIVE_INFINITY, ...atOnce },
  mutations: atOnce,
}

type ProfileAppProps = IslandProps & {
  user: OwnUser
  sessions: readonly SignedInSession[]
  change?: string | null
}

export function ProfileApp({ api: injected, change = null, ...props }: ProfileAppProps) {
  return (
    <SignedInIsland settings={props.settings} api={injected} defaults={defaults}>
      {(api, queries) => <ProfileFlow {...props} {...{ change, api, queries }} />}
    </SignedInIsland>
  )
}

const ALLERGIES_OFFERED = 10

type ProfileFlowProps = ProfileAppProps & { api: ApiClient; queries: QueryClient }

function ProfileFlow(props: ProfileFlowProps) {
  const { user: known, sessions, settings, api, queries, change } = props
  const [machine] = useState(() =>
    profileWithActors({ api, queries, userId: known.id, refreshAccount }),
  )
  const [snapshot, send] = useMachine(machine)
  const { data: user } = useQuery({ ...userDetailsQuery(api), initialData: known })
  const [begin, setBegin] = useState<ProfileField>('first_name')
  const [corrected, setCorrected] = useState<IdentityField | null>(null)
  const lookups = useMemo(
    () => ({ ...personLookups(api), findAllergies: allergiesOver(api) }),
    [api],
  )
  const beginAt = (question: ProfileField) => {
    setBegin(question)
    send({ type: 'change.requested' })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address counts once, as it was
  useEffect(() => {
    const question = findProfileField(change ?? '')
    if (!question) return
    history.replaceState(null, '', location.pathname)
    if (isCorrectedByStaff(user, question)) setCorrected(question)
    else beginAt(question)
  }, [])
  const isForm =
    snapshot.matches('editing') || snapshot.matches('saving') || snapshot.matches('reloading')
  // A form that is gone keeps nothing back from a sign-out in another tab.
  useEffect(() => (isForm ? forgetTouched : undefined), [isForm])
  const heading = useHeading(formatHeading(snapshot, isForm), settings.productName, isForm)
  return (
    <div className="flex flex-col gap-8">
      {heading}
      {snapshot.matches('notTheirs') && <NotTheirs />}
      {isForm && (
        <DetailsForm
          {...lookups}
          user={user}
          settings={settings}
          begin={begin}
          pending={!snapshot.matches('editing')}
          serverErrors={snapshot.context.refusedFields}
          onSubmit={(details) => send({ type: 'details.submitted', details })}
          onLeave={(hasChanges) => send({ type: 'editing.left', hasChanges })}
          alert={<Alert snapshot={snapshot} />}
          leaving={
            snapshot.matches({ editing: 'leaving' }) && (
              <LeaveQuestion
                onLeave={() => send({ type: 'leaving.confirmed' })}
                onStay={() => send({ type: 'leaving.dropped' })}
              />
            )
          }
        />
      )}
      <div role="status" className="empty:hidden">
        {snapshot.matches('saved') && (
          <p className="banner banner-ok">Your details have been saved.</p>
        )}
      </div>
      {snapshot.can({ type: 'change.requested' }) && (
        <>
          <DetailsSummary
            user={user}
            sendsMessages={settings.sendsEmail || settings.sendsTexts}
            onChange={beginAt}
            onCorrect={setCorrected}
          />
          {user.identity_is_fixed && <LatestRequest />}
          {corrected && (
            <CorrectionDialog
              identity={user}
              begin={corrected}
              onClose={() => setCorrected(null)}
            />
          )}
          {isClinician(user) && <PinSection />}
          {hasSchedule(user) && <CalendarFeedSection queries={queries} />}
          <SessionList sessions={sessions} />
        </>
      )}
    </div>
  )
}

const isClinician = ({ staff }: OwnUser) => staff?.is_active === true && !staff.is_deleted

/** It is a clinician who may see it. */
const hasSchedule = (user: OwnUser) =>
  isClinician(user) && (user.is_superuser || user.permissions.includes('clinic.view_appointment'))

type Snapshot = SnapshotFrom<typeof profileMachine>

function formatHeading(snapshot: Snapshot, isForm: boolean): string {
  if (snapshot.matches('notTheirs')) return 'Somebody else is signed in now'
  return isForm ? 'Change your details' : 'Your details'
}

function useHeading(text: string, productName: string, isForm: boolean) {
  const element = useRef<HTMLHeadingElement>(null)
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    document.title = `${productName} – ${text}`
    if (isForm) return
    element.current?.focus()
    scrollTo(0, 0)
  }, [text, productName, isForm])
  return (
    <h1 ref={element} tabIndex={-1} className="heading-1">
      {text}
    </h1>
  )
}

function Alert({ snapshot }: { snapshot: Snapshot }) {
  if (snapshot.matches({ editing: 'failed' })) {
    return (
      <FormAlert look="banner-danger">
        We could not save your details. Everything you entered is still here: check your connection
        and try again.
      </FormAlert>
    )
  }
  if (snapshot.matches({ editing: 'signedOut' })) {
    return (
      <FormAlert look="banner-warn" takesFocus={false}>
        You are signed out, so nothing has been saved. Everything you entered is still here: sign in
        again, then save.
      </FormAlert>
    )
  }
  return null
}

function NotTheirs() {
  return (
    <div className="prose">
      <p>
        You entered these details for another account, so we have not saved them. Load the page
        again to see the details of the account that is signed in now.
      </p>
      <p>
        <a href="/user/profile">Load the page again</a>
      </p>
    </div>
  )
}

const allergiesOver =
  (api: ApiClient) =>
  async (search: string, signal: AbortSignal): Promise<ChosenAllergy[]> => {
    const query = { search, page_size: ALLERGIES_OFFERED }
    return (await api.call('GET public/allergies/', { query, signal })).results
  }

type ProfileDeps = {
  api: ApiClient
  queries: QueryClient
  userId: number
  /** Puts a new name into the header. */
  refreshAccount: () => Promise<void>
}

const userDetailsQuery = (api: ApiClient) =>
  queryOptions<OwnUser>({
    queryKey: ['user-details'],
    queryFn: () => api.call('GET private/user-auth/user_details/'),
    staleTime: Number.POSITIVE_INFINITY,
  })

function profileWithActors(deps: ProfileDeps) {
  return profileMachine.provide({
    actors: {
      saveDetails: fromPromise(({ input }) => saveDetails(deps, input.details)),
      reloadDetails: fromPromise(() => reloadDetails(deps)),
    },
  })
}

async function saveDetails(
  { api, queries, userId }: ProfileDeps,
  details: ProfileWrite | null,
): Promise<ActorResult<typeof profileMachine, 'saveDetails'>> {
  if (!details) throw new Error('There are no details to save')
  try {
    const saved = await api.call('PUT private/users/{id}/', {
      params: { id: userId },
      body: details,
    })
    queries.setQueryData(userDetailsQuery(api).queryKey, saved)
    return { kind: 'saved' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 400) return { kind: 'refused', fields: error.fields }
    if (error.status === 401) return { kind: 'signedOut' }
    if (error.status === 404) return { kind: 'notTheirs' }
    throw error
  }
}

async function reloadDetails({ api, queries, refreshAccount }: ProfileDeps): Promise<void> {
  refreshAccount().catch(() => undefined)
  await queries.fetchQuery({ ...userDetailsQuery(api), staleTime: 0 })
}

type DetailsSummaryProps = {
  user: OwnUser
  sendsMessages: boolean
  onChange: (question: ProfileField) => void
  onCorrect: (question: CorrectedByStaff) => void
}

type Row = [name: string, question: ProfileField, value: ReactNode]

function DetailsSummary(props: DetailsSummaryProps) {
  const { user, sendsMessages, onChange, onCorrect } = props
  const rows: Row[] = [
    ['Name', 'first_name', [user.title, user.full_name].filter(Boolean).join(' ')],
    ['Email address', 'email', user.email && <Email address={user.email} />],
    ...(sendsMessages ? [reminderRow(user)] : []),
    ['Mobile phone number', 'mobile', user.mobile],
    ['Landline', 'landline', user.landline],
    ['Address', 'address1', formatAddress(user)],
    ['Date of birth', 'dob', user.dob && formatCalendarDate(user.dob)],
    ['Gender', 'gender', user.gender === -1 ? '' : genderLabels(user.gender)],
    ['NHS number', 'nhs_number', spacedNhsNumber(user.nhs_number)],
    ['GP surgery', 'gp_surgery', user.gp_surgery?.name],
    ['Allergies', 'allergies', formatAllergies(user)],
  ]
  return (
    <dl className="summary-list border-t border-line">
      {rows.map(([name, question, value]) => (
        <SummaryRow
          key={question}
          name={name}
          {...(isCorrectedByStaff(user, question)
            ? { action: 'Ask us to correct', onChange: () => onCorrect(question) }
            : { onChange: () => onChange(question) })}
          changeHref={`?change=${question}`}
        >
          {value || <span className="text-ink-soft">Not given</span>}
        </SummaryRow>
      ))}
    </dl>
  )
}

type CorrectedByStaff = 'dob' | 'nhs_number'

const isCorrectedByStaff = (
  { identity_is_fixed, dob }: Pick<OwnUser, 'identity_is_fixed' | 'dob'>,
  question: ProfileField,
): question is CorrectedByStaff =>
  identity_is_fixed && (question === 'nhs_number' || (question === 'dob' && dob !== null))

const reminderRow = ({ reminders }: OwnUser): Row => [
  'Reminders of appointments',
  'reminders',
  reminderLabels[reminders],
]

function formatAddress({ address1, address2, city, county, postcode, nation }: OwnUser): ReactNode {
  const lines = [address1, address2, city, county, postcode, nation]
  return lines.some(Boolean) && <Lines lines={lines} />
}

function formatAllergies({ allergies }: OwnUser): ReactNode {
  return (
    allergies.length > 0 && (
      <ul>
        {allergies.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    )
  )
}
