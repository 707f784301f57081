import { Component, type ReactNode } from 'react'
import { RefusedNotice } from './choose/notices.tsx'

type LatePartProps = { children: ReactNode }

/** Reloads the page where a part that is fetched later does not arrive. */
export class LatePart extends Component<LatePartProps, { isMissing: boolean }> {
  override state = { isMissing: false }

  static getDerivedStateFromError() {
    return { isMissing: true }
  }

  override render() {
    return this.state.isMissing ? <MissingPart /> : this.props.children
  }
}

/** It is announced as well, because the heading of a step that has just started has the focus. */
export const MissingPart = () => (
  <div role="alert">
    <RefusedNotice
      heading="This part of the page could not be loaded"
      reason="Anything you entered is kept."
      actions={[{ label: 'Load the page again', onSelect: () => location.reload() }]}
    />
  </div>
)
