import { afterAll, afterEach, expect } from 'vitest'
import { type InspectionEvent, StateMachine } from 'xstate'
import { noteTransitions, type Walked } from '../machines/walk-machine.ts'
import { recordWalks } from '../machines/walk-record.ts'

// Records what the machines behind the real islands do in each test. An island makes its actors
// itself, so the recorder listens to every system in which a machine starts.

type ActorScope = { system: { inspect: (listen: (event: InspectionEvent) => void) => unknown } }
type Begin = (scope: ActorScope, ...more: unknown[]) => unknown

const record = recordWalks('island')
const walked: Walked = new Map()
const heard = new WeakSet<ActorScope['system']>()

function listen(event: InspectionEvent) {
  // A path that is only computed has no running machine.
  const { logic } = event.actorRef as unknown as { logic: unknown }
  if (logic instanceof StateMachine) noteTransitions(walked, event)
}

const machine = StateMachine.prototype as unknown as Record<string, Begin>
for (const method of ['getInitialSnapshot', 'restoreSnapshot']) {
  const begin = machine[method] as Begin
  // The next file of this process records its own walks.
  afterAll(() => Object.assign(machine, { [method]: begin }))
  machine[method] = function (scope, ...more) {
    if (!heard.has(scope.system)) {
      heard.add(scope.system)
      scope.system.inspect(listen)
    }
    return begin.call(this, scope, ...more)
  }
}

afterEach(() => {
  record(expect.getState().currentTestName ?? '', walked)
  walked.clear()
})
