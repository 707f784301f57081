import { type KeyboardEvent, useCallback } from 'react'

const ARROWS = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'] as const
type Arrow = (typeof ARROWS)[number]

/**
 * Moves the focus among the buttons inside an element by arrow keys, Home and End. Each stays a
 * stop of the Tab key: screen readers then meet plain buttons, as everywhere else.
 */
export function useArrowKeys() {
  return useCallback((event: KeyboardEvent<HTMLElement>) => {
    const arrow = ARROWS.find((key) => key === event.key)
    if (!arrow || event.altKey || event.ctrlKey || event.metaKey) return
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const from = buttons.indexOf(event.target as HTMLButtonElement)
    const next = from < 0 ? undefined : neighbour(buttons, from, arrow)
    if (!next) return
    event.preventDefault()
    next.focus()
  }, [])
}

function neighbour(buttons: HTMLElement[], from: number, arrow: Arrow): HTMLElement | undefined {
  switch (arrow) {
    case 'ArrowRight':
      return buttons[from + 1]
    case 'ArrowLeft':
      return buttons[from - 1]
    case 'Home':
      return buttons[0]
    case 'End':
      return buttons.at(-1)
    case 'ArrowDown':
      return nearestInNextRow(buttons.slice(from + 1), buttons[from], 1)
    case 'ArrowUp':
      return nearestInNextRow(buttons.slice(0, from).reverse(), buttons[from], -1)
  }
}

function nearestInNextRow(
  candidates: HTMLElement[],
  from: HTMLElement | undefined,
  direction: 1 | -1,
): HTMLElement | undefined {
  if (!from) return undefined
  const here = from.getBoundingClientRect()
  const places = candidates.map((button) => ({ button, box: button.getBoundingClientRect() }))
  const row = places.find(({ box }) => (box.top - here.top) * direction > here.height / 2)
  if (!row) return candidates[0]
  const distance = (box: DOMRect) => Math.abs(box.left - here.left)
  return places
    .filter(({ box }) => Math.abs(box.top - row.box.top) < 1)
    .reduce((best, place) => (distance(place.box) < distance(best.box) ? place : best), row).button
}
