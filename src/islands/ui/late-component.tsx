import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * A component whose script is fetched when it is first shown, or before by `load`. React's `lazy`
 * would keep what has arrived out of sight until its place-holder was there for 300 ms.
 * @param fetchScript what it rejects with is thrown where the component is shown; showing it anew
 *   tries again.
 */
export function lateComponent<Props extends object>(
  fetchScript: () => Promise<ComponentType<Props>>,
  placeHolder?: ReactNode,
) {
  let arrived: ComponentType<Props> | undefined
  let arriving: Promise<ComponentType<Props>> | undefined
  const load = async () => {
    arriving ??= fetchScript()
    try {
      arrived = await arriving
      return arrived
    } catch (error) {
      arriving = undefined
      throw error
    }
  }
  return Object.assign(
    (props: Props) => <Late {...{ arrived, load, placeHolder }} given={props} />,
    { load },
  )
}

type LateProps<Props> = {
  arrived: ComponentType<Props> | undefined
  load: () => Promise<ComponentType<Props>>
  placeHolder: ReactNode
  given: Props
}

function Late<Props extends object>({ arrived, load, placeHolder, given }: LateProps<Props>) {
  const [Arrived, setArrived] = useState(() => arrived)
  useEffect(() => {
    // It is asked for in any case, because it can have arrived since this was rendered.
    load().then(
      (component) => setArrived(() => component),
      (error: unknown) =>
        setArrived(() => {
          throw error
        }),
    )
  }, [load])
  return Arrived ? <Arrived {...given} /> : placeHolder
}
