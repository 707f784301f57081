import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { EventFrom, SnapshotFrom } from 'xstate'
import type { answerSavingMachine } from '#machines/forms/answer-saving.machine.ts'
import type { fileSendingMachine } from '#machines/forms/file-sending.machine.ts'
import type { formFillingMachine } from '#machines/forms/form-filling.machine.ts'
import { listen } from '../../identity/tab-channel.ts'
import type { AnswerStorage } from './stored-answers.ts'

type Saving = SnapshotFrom<typeof answerSavingMachine>
type Sending = SnapshotFrom<typeof fileSendingMachine>

export type FormFillingView = {
  snapshot: SnapshotFrom<typeof formFillingMachine>
  /** It is undefined while no form is open. */
  saving: Saving | undefined
  sending: Sending | undefined
  send: (event: EventFrom<typeof formFillingMachine>) => void
}

export type SignedInHere = { person: string | null }

type Keeper = { isGuest: boolean; storage: AnswerStorage; signedIn: SignedInHere }

export function useFormFilling(
  machine: typeof formFillingMachine,
  { isGuest, storage, signedIn }: Keeper,
): FormFillingView {
  const actor = useActorRef(machine)
  const snapshot = useSelector(actor, (now) => now, isShownAlike)
  const { answerSaving, fileSending } = snapshot.children
  const saving = useSelector(answerSaving, (now) => now, isShownAlike)
  const sending = useSelector(fileSending, (now) => now)
  useEffect(() => {
    const { send } = actor
    const lost = () => send({ type: 'connection.lost' })
    const restored = () => send({ type: 'connection.restored' })
    const hidden = () => {
      if (document.visibilityState === 'hidden') send({ type: 'save.requested' })
    }
    addEventListener('offline', lost)
    addEventListener('online', restored)
    document.addEventListener('visibilitychange', hidden)
    const close = () => {
      storage.forget()
      send({ type: 'session.ended' })
    }
    const stop = listen((message) => {
      if (isGuest) return
      if (message.type === 'signed-out') return close()
      if (signedIn.person !== null && signedIn.person !== message.person) close()
      signedIn.person = message.person
      send({ type: 'session.restored' })
    })
    return () => {
      removeEventListener('offline', lost)
      removeEventListener('online', restored)
      document.removeEventListener('visibilitychange', hidden)
      stop()
    }
  }, [actor, isGuest, storage, signedIn])
  useEffect(() => {
    // While somebody chooses between two versions, what was typed before stays as it is.
    const kept = answerSaving?.subscribe(({ status, value, context }) => {
      if (status === 'active' && value !== 'conflict') storage.keep(context)
    })
    return () => kept?.unsubscribe()
  }, [answerSaving, storage])
  return { snapshot, saving, sending, send: actor.send }
}

type Shown = { value: unknown; context: object; children: object }

/** What is typed stands in its field already, and renders nothing else until it is saved. */
function isShownAlike(one: Shown | undefined, other: Shown | undefined): boolean {
  if (!one || !other) return one === other
  return (
    one.children === other.children &&
    JSON.stringify(one.value) === JSON.stringify(other.value) &&
    Object.entries(other.context).every(
      ([name, now]) =>
        Object.is(now, one.context[name as never]) ||
        (name === 'answers' && other.value !== 'conflict'),
    )
  )
}
