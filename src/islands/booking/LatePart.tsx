import { Component, type ReactNode } from 'react'
import { RefusedNotice } from './choose/notices.tsx'

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

/** Is announced as well: where a step has just begun, its heading has the focus. */
export const MissingPart = () => (
  <div role="alert">
    <RefusedNotice
      heading="This part of the page could not be loaded"
      reason="Anything you entered is kept."
      actions={[{ label: 'Load the page again', onSelect: () => location.reload() }]}
    />
  </div>
)
