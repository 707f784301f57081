export const findTabStop = (grid: Element): HTMLElement | null =>
  grid.querySelector('[role="gridcell"][tabindex="0"]')
