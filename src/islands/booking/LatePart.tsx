import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'

type LatePartProps = { children: ReactNode }

/** Around parts that are fetched later: where one does not arrive, the page is loaded again. */
export class LatePart extends Component<LatePartProps, { isMissing: boolean }> {
  override state = { isMissing: false }

  static getDerivedStateFromError() {
    return { isMissing: true }
  }

  override render() {
    return this.state.isMissing ? <MissingPart /> : this.props.children
  }
}

export function MissingPart() {
  return (
    <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
      <p>This part of the page could not be loaded. Anything you entered is kept.</p>
      <Button onClick={() => location.reload()}>Load the page again</Button>
    </section>
  )
}
