/** The cell of a grid that the Tab key goes to. */
export const tabStopOf = (grid: Element): HTMLElement | null =>
  grid.querySelector('[role="gridcell"][tabindex="0"]')
