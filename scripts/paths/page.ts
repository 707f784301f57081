import { readFileSync } from 'node:fs'
import {
  type Cell,
  type CoveredChart,
  type CoveredTransition,
  countWalked,
  isMissing,
  type Level,
  levels,
  toCondition,
} from './coverage.ts'
import { draw } from './drawing.ts'
import { escapeHtml } from './escape-html.ts'
import type { ChartState } from './statechart.ts'

const style = readFileSync(new URL('page.css', import.meta.url), 'utf8')

const levelNames: Record<Level, string> = {
  machine: 'Machine',
  island: 'Island',
  browser: 'Browser',
}

/** One page without any other file: every machine, drawn and listed, with what walked it. */
export function findPage(charts: CoveredChart[], madeAt: Date, browserAt: Date | null): string {
  const all = charts.flatMap(({ transitions }) => transitions)
  const missing = charts.filter(({ transitions }) => transitions.some(isMissing))
  const missingCount = all.filter(isMissing).length
  const required: Record<Level, string> = {
    machine: 'Required for every transition: paths generated from the machine walk it.',
    island: `Required for every transition but ${countExcused(all)}, each of which says why: tests walk the real island.`,
    browser: browserAt
      ? `Not required: only the main flows run against the real server. Recorded on ${dateWords(browserAt)}.`
      : 'Not required, and not run: <code>npm run paths -- --browser</code> records it.',
  }
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Path coverage of the state machines</title>
<style>${style}</style>
<a class="skip" href="#machines">Skip to the machines</a>
<header>
  <h1>Path coverage of the state machines</h1>
  <p class="verdict${missingCount ? ' failed' : ''}">${
    missingCount
      ? `${missingCount} of ${all.length} transitions lack a required walk: ${missing.map(({ id }) => `<a href="#${id}">${id}</a>`).join(', ')}.`
      : `All ${all.length} transitions of ${charts.length} machines are walked at machine level, and at island level or excused.`
  }</p>
  <ul class="levels">${levels
    .map(
      (level) => `<li>${levelNames[level]} level
      <strong>${level === 'browser' && !browserAt ? 'Not run' : `${countWalked(all, level)} of ${all.length}`}</strong>
      <p>${required[level]}</p></li>`,
    )
    .join('')}</ul>
  <p class="quiet">A walk is a test that takes the transition. The page names the shortest. Made on ${dateWords(madeAt)}.</p>
</header>
<main id="machines">
  <form class="filters" role="search">
    <label>Find a machine, state or event <input type="search" id="words"></label>
    <label><input type="checkbox" id="only-missing"> Only what lacks a walk</label>
    <label><input type="checkbox" id="fit"> Fit drawings to the page</label>
    <span role="status" id="found"></span>
  </form>
  <table class="overview">
    <thead><tr><th scope="col">Flow</th><th scope="col">States</th><th scope="col">Transitions</th>${levels
      .map((level) => `<th scope="col">${levelNames[level]}</th>`)
      .join('')}</tr></thead>
    <tbody>${charts.map(overviewRow).join('')}</tbody>
  </table>
  ${charts.map(section).join('')}
</main>
<script>${script}</script>
</html>
`
}

const countExcused = (transitions: CoveredTransition[]) =>
  transitions.filter(({ cells }) => cells.island.kind === 'excused').length

const dateWords = (date: Date) =>
  date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })

const findStates = ({ states }: CoveredChart) => states.filter(({ parent }) => parent !== null)

function overviewRow(chart: CoveredChart): string {
  const { id, transitions } = chart
  const counts = levels.map((level) => {
    const needed = transitions.filter(({ cells }) => cells[level].kind !== 'excused').length
    const isMissed = transitions.some(({ cells }) => cells[level].kind === 'missing')
    const text =
      level === 'browser' && transitions.every(({ cells }) => cells.browser.kind === 'notRun')
        ? 'not run'
        : `${countWalked(transitions, level)} of ${needed}`
    const tone = isMissed ? 'bad' : level === 'browser' ? 'quiet' : 'good'
    return `<td data-label="${levelNames[level]}" class="${tone}">${text}</td>`
  })
  return `<tr data-machine="${id}"${transitions.some(isMissing) ? ' class="missing"' : ''}>
    <th scope="row"><a href="#${id}">${id}</a></th>
    <td data-label="States">${findStates(chart).length}</td>
    <td data-label="Transitions">${transitions.length}</td>${counts.join('')}</tr>`
}

function section(chart: CoveredChart): string {
  const { id, file, states, transitions } = chart
  return `<section id="${id}" data-machine="${id}">
  <h2>${id}</h2>
  <p class="quiet"><code>${file}</code>: ${findStates(chart).length} states, ${transitions.length} transitions. <a href="#machines">All machines</a></p>
  <figure tabindex="0" role="group" aria-label="Statechart of ${id}; the table below says the same in words">${draw(chart)}</figure>
  <h3>Transitions of ${id}</h3>
  <table class="transitions">
    <thead><tr><th scope="col">Event</th><th scope="col">Leads to</th>${levels
      .map((level) => `<th scope="col">${levelNames[level]} level</th>`)
      .join('')}</tr></thead>
    ${states.map((state) => stateRows(chart, state)).join('')}
  </table></section>`
}

function stateRows({ id, states, transitions }: CoveredChart, state: ChartState): string {
  const leaving = transitions.filter(({ from }) => from === state.id)
  if (state.parent === null && leaving.length === 0) return ''
  const isInitial = states.some(({ initial }) => initial === state.id)
  const remark = state.isFinal ? ' (final)' : isInitial ? ' (initial)' : ''
  return `<tbody><tr class="state"><th scope="rowgroup" colspan="5">${state.path || 'In every state'}${remark}</th></tr>
  ${leaving.map((transition) => transitionRow(id, transition)).join('')}</tbody>`
}

function transitionRow(machine: string, transition: CoveredTransition): string {
  const { event, to, from, cells } = transition
  const condition = toCondition(transition)
  const targets = to.map((id) => (id === from ? 'the same state' : id.slice(machine.length + 1)))
  return `<tr class="transition${isMissing(transition) ? ' missing' : ''}">
    <th scope="row">${escapeHtml(event)}${condition && ` <span class="guard">if ${escapeHtml(condition)}</span>`}</th>
    <td data-label="Leads to">${targets.join(', ') || 'stays'}</td>
    ${levels.map((level) => `<td data-label="${levelNames[level]}">${cellWords(cells[level])}</td>`).join('')}</tr>`
}

function cellWords(cell: Cell): string {
  if (cell.kind === 'missing') return '<strong class="bad">✗ not walked</strong>'
  if (cell.kind === 'notRun') return '<span class="quiet">not run</span>'
  if (cell.kind === 'notRequired') return '<span class="quiet">not required</span>'
  if (cell.kind === 'excused')
    return `<details><summary class="quiet">excused</summary><p class="walk">${escapeHtml(cell.reason)}</p></details>`
  const walks = cell.walks === 1 ? '1 walk' : `${cell.walks} walks`
  return `<details><summary class="good">✓ ${walks}</summary><p class="walk">${escapeHtml(cell.walk)}</p><p class="walk quiet"><code>${cell.file}</code></p></details>`
}

const script = `
const words = document.getElementById('words')
const onlyMissing = document.getElementById('only-missing')
function filter() {
  const wanted = words.value.trim().toLowerCase()
  let found = 0
  for (const section of document.querySelectorAll('section[data-machine]')) {
    const { machine } = section.dataset
    const isNamed = machine.toLowerCase().includes(wanted)
    let shown = 0
    for (const body of section.querySelectorAll('tbody')) {
      const inState = isNamed || body.querySelector('.state').textContent.toLowerCase().includes(wanted)
      let rows = 0
      for (const row of body.querySelectorAll('.transition')) {
        const event = row.querySelector('th').textContent.toLowerCase()
        row.hidden = !(inState || event.includes(wanted)) || (onlyMissing.checked && !row.classList.contains('missing'))
        if (!row.hidden) rows += 1
      }
      body.hidden = rows === 0 && (onlyMissing.checked || !inState)
      shown += rows
    }
    section.hidden = shown === 0
    document.querySelector('tr[data-machine="' + machine + '"]').hidden = shown === 0
    found += shown
  }
  document.getElementById('found').textContent = wanted || onlyMissing.checked ? found + ' transitions' : ''
}
words.addEventListener('input', filter)
onlyMissing.addEventListener('change', filter)
document.getElementById('fit').addEventListener('change', ({ target }) =>
  document.body.classList.toggle('fit', target.checked))
words.form.addEventListener('submit', (event) => event.preventDefault())
`
