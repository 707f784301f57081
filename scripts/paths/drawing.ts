import { Graphviz } from '@hpcc-js/wasm-graphviz'
import { type CoveredChart, type CoveredTransition, isMissing, toCondition } from './coverage.ts'
import { escapeHtml } from './escape-html.ts'
import type { ChartState } from './statechart.ts'

const graphviz = await Graphviz.load()

/** The statechart as SVG. The page colours it by the classes of its parts. */
export function draw(chart: CoveredChart): string {
  const svg = graphviz.dot(drawDot(chart))
  return svg.slice(svg.indexOf('<svg')).replace(/<title>[^<]*<\/title>/g, '')
}

const quote = (text: string) => JSON.stringify(text)
const formatEntry = (id: string) => `${id}#entry`

/** An event with its guard; red where a required level has not walked it. */
function words(transition: CoveredTransition): string {
  const condition = toCondition(transition)
  const text = escapeHtml(transition.event + (condition && ` [${condition}]`))
  return isMissing(transition) ? `<font color="red">${text}</font>` : text
}

function drawDot({ states, transitions }: CoveredChart): string {
  const findChildren = (id: string) => states.filter(({ parent }) => parent === id)
  const isInside = (id: string, outer: string) => id === outer || id.startsWith(`${outer}.`)
  /** Written into the box: the state stays, or changes only within itself. */
  const isWritten = ({ from, to }: CoveredTransition) =>
    to.length === 0 || (findChildren(from).length > 0 && to.every((id) => isInside(id, from)))
  const written = (id: string) =>
    transitions
      .filter((transition) => transition.from === id && isWritten(transition))
      .map((transition) => {
        const to = transition.to.map((target) => target.slice(id.length + 1)).join()
        return `<br/><font point-size="10">${words(transition)}${to && ` → ${to}`}</font>`
      })
      .join('')
  const label = (state: ChartState) => `<<b>${escapeHtml(state.key)}</b>${written(state.id)}>`

  const drawState = (state: ChartState): string => {
    const children = findChildren(state.id)
    if (children.length === 0)
      return `${quote(state.id)} [label=${label(state)}${state.isFinal ? ' peripheries=2' : ''}]`
    const entry = state.initial
      ? `${quote(formatEntry(state.id))} [shape=point width=0.1 class=entry]
         ${quote(formatEntry(state.id))} -> ${quote(toAnchor(state.initial))}${toHead(state.initial)}`
      : ''
    const inside = `${entry}\n${children.map(drawState).join('\n')}`
    if (state.parent === null) return inside
    return `subgraph ${quote(`cluster_${state.id}`)} { label=${label(state)} ${inside} }`
  }
  const toAnchor = (id: string) => (findChildren(id).length > 0 ? formatEntry(id) : id)
  const toHead = (id: string) =>
    findChildren(id).length > 0 ? ` [lhead=${quote(`cluster_${id}`)}]` : ''

  const root = states.find(({ parent }) => parent === null) as ChartState
  const drawEdges = () => {
    const drawn = transitions.filter((transition) => !isWritten(transition))
    const edges = Map.groupBy(drawn, ({ from, to }) => JSON.stringify([from, to[0]]))
    return [...edges.values()].map((together) => {
      const [{ from, to }] = together as [CoveredTransition]
      const [target = from] = to
      const isFromGroup = findChildren(from).length > 0
      const attributes = [
        `label=<${together.map(words).join('<br align="left"/>')}<br align="left"/>>`,
        together.some(isMissing) ? 'class=missing' : '',
        isFromGroup && from !== root.id && !isInside(target, from)
          ? `ltail=${quote(`cluster_${from}`)}`
          : '',
        findChildren(target).length > 0 && !isInside(from, target)
          ? `lhead=${quote(`cluster_${target}`)}`
          : '',
      ]
      return `${quote(toAnchor(from))} -> ${quote(toAnchor(target))} [${attributes.join(' ')}]`
    })
  }
  const everywhere = written(root.id)
  return `digraph {
    compound=true bgcolor=transparent rankdir=TB nodesep=0.3 ranksep=0.45 fontname=Helvetica fontsize=13 style=rounded
    node [shape=box style=rounded fontname=Helvetica fontsize=13 margin="0.12,0.06" height=0.35]
    edge [fontname=Helvetica fontsize=10 arrowsize=0.7]
    ${everywhere ? `everywhere [label=<<i>in every state</i>${everywhere}> style="rounded,dashed"]` : ''}
    ${drawState(root)}
    ${drawEdges().join('\n')}
  }`
}
