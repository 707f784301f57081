import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { silentRenewMachine } from '#machines/identity/silent-renew.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { silentRenewCatalogue } from './silent-renew.catalogue.ts'

type Snapshot = SnapshotFrom<typeof silentRenewMachine>

const asked = Object.values(silentRenewCatalogue.events).flat()
const always = ['connection.lost', 'connection.restored']

const answers =
  (...types: string[]) =>
  (snapshot: Snapshot) => {
    const heard = asked.filter((event) => snapshot.can(event)).map(({ type }) => type)
    expect(heard.filter((type) => !always.includes(type))).toEqual(types)
    expect(Object.keys(snapshot.children).length).toBeLessThanOrEqual(1)
  }

const nothingOutstanding = { expired: false, retried: false, refusal: null }

describePaths(silentRenewMachine, {
  catalogue: silentRenewCatalogue,
  inputs: [{ online: true }],
  distinguish: (context: Snapshot['context']) => context,
  states: {
    reading: (snapshot) => {
      answers('user.changed')(snapshot)
      expect(snapshot.context).toMatchObject(nothingOutstanding)
    },
    absent: answers('user.changed'),
    watching: (snapshot) => {
      answers('token.expiring', 'token.expired', 'user.changed')(snapshot)
      expect(snapshot.context).toMatchObject(nothingOutstanding)
    },
    renewing: answers('token.expired'),
    offline: (snapshot) => {
      answers('token.expired', 'user.changed')(snapshot)
      expect(snapshot.context.online).toBe(false)
    },
    waitingToRetry: (snapshot) => {
      answers('token.expired', 'user.changed')(snapshot)
      expect(snapshot.context.online).toBe(true)
    },
    failed: (snapshot) => {
      answers('token.expired', 'user.changed')(snapshot)
      expect(snapshot.context.expired).toBe(false)
    },
    forgetting: (snapshot) => {
      answers()(snapshot)
      expect(snapshot.context.refusal).not.toBe(null)
    },
    checkingSession: (snapshot) => {
      answers('user.changed')(snapshot)
      expect(snapshot.context.refusal).toBe('anonymous')
    },
    signInOffered: (snapshot) => {
      answers('user.changed', 'offer.dismissed')(snapshot)
      expect(snapshot.context.refusal).not.toBe(null)
    },
    clearing: (snapshot) => {
      answers()(snapshot)
      expect(snapshot.context.expired).toBe(true)
    },
    reloading: answers(),
    reloadOffered: answers('user.changed', 'offer.accepted', 'offer.dismissed'),
    reloaded: answers(),
  },
})
