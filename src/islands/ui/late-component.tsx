import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A component whose script is fetched when it is first shown, or before by `load`. React's `lazy`
 * would keep what has arrived out of sight until its place-holder was there for 300 ms.
 * @param fetchScript what it rejects with is thrown where the component is shown; showing it anew
 *   tries again.
 */
export function lateComponent<Props extends object>(
  fetchScript: () => Promise<ComponentType<Props>>,
  placeHolder: ReactNode = null,
) {
  const script: Script<Props> = {
    arrived: null,
    load() {
      arriving ??= fetchScript().then(
        (component) => {
          script.arrived = component
        },
        (error: unknown) => {
          arriving = undefined
          throw error
        },
      )
      return arriving
    },
  }
  let arriving: Promise<void> | undefined
  return Object.assign(
    (props: Props) => <Late script={script} given={props} placeHolder={placeHolder} />,
    { load: script.load },
  )
}

type Script<Props> = { arrived: ComponentType<Props> | null; load: () => Promise<void> }
type LateProps<Props> = { script: Script<Props>; given: Props; placeHolder: ReactNode }

function Late<Props extends object>({ script, given, placeHolder }: LateProps<Props>) {
  const [, setArrived] = useState(script.arrived !== null)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  useEffect(() => {
    if (script.arrived) return
    script.load().then(
      () => setArrived(true),
      (error: unknown) => setFailure({ error }),
    )
  }, [script])
  if (failure) throw failure.error
  const { arrived: Arrived } = script
  return Arrived ? <Arrived {...given} /> : placeHolder
}
