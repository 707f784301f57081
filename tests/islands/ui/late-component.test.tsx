import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lateComponent } from '#islands/ui/late-component.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>

/** A script that is on its way until the test lets it arrive. */
function script() {
  const arrivals: PromiseWithResolvers<typeof Greeting>[] = []
  const fetchScript = vi.fn(() => {
    const arrival = Promise.withResolvers<typeof Greeting>()
    arrivals.push(arrival)
    return arrival.promise
  })
  const arrive = () => arrivals.at(-1)?.resolve(Greeting)
  const fail = () => arrivals.at(-1)?.reject(new TypeError('Failed to fetch'))
  return { fetchScript, arrive, fail }
}

/** As in a browser: in `act`, React leaves out waits, and the order of things is another. */
async function drawn(element: ReactNode) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => act(() => root.unmount()))
  root.render(element)
  await soon()
  return place
}

/** A few turns of the event loop. They are over long before 300 ms. */
async function soon() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((end) => setImmediate(end))
}

test('shows the place-holder, and the component as soon as its script has arrived', async () => {
  const { fetchScript, arrive } = script()
  const Late = lateComponent(fetchScript, <p>Loading</p>)
  const place = await drawn(<Late name="Ada" />)
  expect(place.textContent).toBe('Loading')
  arrive()
  await soon()
  expect(place.textContent).toBe('Hello Ada')
})

test('is fetched once, and only when it is shown', async () => {
  const { fetchScript, arrive } = script()
  const Late = lateComponent(fetchScript)
  expect(fetchScript).not.toHaveBeenCalled()
  const { container, rerender } = render(
    <>
      <Late name="Ada" />
      <Late name="Grace" />
    </>,
  )
  expect(container.textContent).toBe('')
  await act(async () => arrive())
  expect(container.textContent).toBe('Hello AdaHello Grace')
  rerender(<p>Nobody</p>)
  rerender(<Late name="Ada" />)
  expect(container.textContent).toBe('Hello Ada')
  expect(fetchScript).toHaveBeenCalledOnce()
})

function PlaceHolder({ onShown }: { onShown: () => void }) {
  onShown()
  return <p>Loading</p>
}

test('what was loaded before is shown at once, without the place-holder', async () => {
  const { fetchScript, arrive } = script()
  const onShown = vi.fn()
  const Late = lateComponent(fetchScript, <PlaceHolder onShown={onShown} />)
  const loaded = Late.load()
  await act(async () => arrive())
  await loaded
  render(<Late name="Ada" />)
  expect(screen.getByText('Hello Ada')).toBeTruthy()
  expect(onShown).not.toHaveBeenCalled()
})

/** It holds up the page for so long that React puts off the effects, and what arrives comes first. */
function Busy({ meanwhile }: { meanwhile: () => void }) {
  useLayoutEffect(() => {
    meanwhile()
    const end = performance.now() + LONGER_THAN_REACT_WORKS_ON_MS
    while (performance.now() < end);
  }, [meanwhile])
  return null
}

const LONGER_THAN_REACT_WORKS_ON_MS = 10

test('what arrives between the drawing of the place-holder and its effects is shown', async () => {
  const { fetchScript, arrive } = script()
  const Late = lateComponent(fetchScript, <p>Loading</p>)
  void Late.load()
  const place = await drawn(
    <>
      <Late name="Ada" />
      <Busy meanwhile={arrive} />
    </>,
  )
  expect(place.textContent).toBe('Hello Ada')
})

class Boundary extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null }

  static getDerivedStateFromError({ message }: Error) {
    return { message }
  }

  override render() {
    return this.state.message ?? this.props.children
  }
}

test('a failure reaches the error boundary, and showing it anew fetches it again', async () => {
  const { fetchScript, arrive, fail } = script()
  const Late = lateComponent(fetchScript, <p>Loading</p>)
  const shown = (time: number) => (
    <Boundary key={time}>
      <Late name="Ada" />
    </Boundary>
  )
  const { container, rerender } = render(shown(1), { onCaughtError: () => undefined })
  await act(async () => fail())
  expect(container.textContent).toBe('Failed to fetch')
  rerender(shown(2))
  expect(container.textContent).toBe('Loading')
  await act(async () => arrive())
  expect(container.textContent).toBe('Hello Ada')
  expect(fetchScript).toHaveBeenCalledTimes(2)
})

test('a failure of loading before reaches whoever asked, and showing it fetches again', async () => {
  const { fetchScript, arrive, fail } = script()
  const Late = lateComponent(fetchScript)
  const refused = expect(Late.load()).rejects.toThrow('Failed to fetch')
  await act(async () => fail())
  await refused
  const { container } = render(<Late name="Ada" />)
  await act(async () => arrive())
  expect(container.textContent).toBe('Hello Ada')
})
