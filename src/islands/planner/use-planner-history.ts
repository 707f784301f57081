import { useEffect, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { plannerMachine } from '#machines/planner/planner.machine.ts'
import {
  currentPlannerStep,
  moveTo,
  type PlannerStep,
  parseTrail,
  toHistoryState,
  wayTo,
} from './planner-steps.ts'

type PlannerActor = ActorRefFrom<typeof plannerMachine>

/**
 * There is one history entry for each step, so that the browser's back and forward buttons move
 * between them, and a way back inside the page leaves no entry behind. An entry knows its date: a
 * reload opens it. Nothing of a patient is stored there.
 */
export function usePlannerHistory(actor: PlannerActor, step: PlannerStep) {
  const isMoving = useRef(false)

  useEffect(() => {
    const { trail, date } = parseTrail(history.state)
    if (trail.includes('times') && date) actor.send({ type: 'date.chosen', date })
  }, [actor])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step is what there is to follow
  useEffect(() => {
    if (!isMoving.current) isMoving.current = moveHistory(actor)
  }, [actor, step])

  useEffect(() => {
    const follow = () => {
      if (!isMoving.current) revisit(actor)
      isMoving.current = moveHistory(actor)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [actor])
}

function revisit(actor: PlannerActor) {
  const { trail, date } = parseTrail(history.state)
  const target = trail.at(-1)
  const now = actor.getSnapshot()
  const way = target && target !== currentPlannerStep(now) ? wayTo(target, date) : null
  if (way && now.can(way)) actor.send(way)
}

/** @returns whether it is still on its way. */
function moveHistory(actor: PlannerActor): boolean {
  const now = actor.getSnapshot()
  const move = moveTo(currentPlannerStep(now), parseTrail(history.state).trail)
  if (!move) return false
  if ('go' in move) {
    history.go(move.go)
    return true
  }
  const { date } = now.context
  if ('push' in move)
    history.pushState({ ...history.state, ...toHistoryState(move.push, date) }, '')
  else history.replaceState({ ...history.state, ...toHistoryState(move.replace, date) }, '')
  return false
}
