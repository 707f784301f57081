import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/* Whatever colour a pharmacy owns, what is derived from it can be read, in the light and in the dark. */

type Colour = readonly [lightness: number, chroma: number, hue: number]
type Role = { lightness: number; chroma: number; hue: number | 'brand' }

const css = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8')
const [light = '', dark = ''] = css.split('(prefers-color-scheme: dark)')

function readRoles(text: string): Map<string, Role> {
  const roles = new Map<string, Role>()
  for (const [, name = '', value = ''] of text.matchAll(/--color-([\w-]+): ([^;]+);/g)) {
    const derived = /^oklch\(from var\(--brand-set\) ([\d.]+) min\(c, ([\d.]+)\) h\)$/.exec(value)
    const fixed = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(value)
    if (derived) {
      roles.set(name, { lightness: Number(derived[1]), chroma: Number(derived[2]), hue: 'brand' })
    } else if (fixed) {
      roles.set(name, {
        lightness: Number(fixed[1]),
        chroma: Number(fixed[2]),
        hue: Number(fixed[3]),
      })
    } else if (value === '#fff') roles.set(name, { lightness: 1, chroma: 0, hue: 0 })
  }
  return roles
}

const LIGHT = readRoles(light)
const schemes = { light: LIGHT, dark: new Map([...LIGHT, ...readRoles(dark)]) }

/** The coefficients are those of Björn Ottosson's OKLab. */
function toLinear([lightness, chroma, hue]: Colour): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)))
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = toLinear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const BRANDS = Array.from({ length: 120 }, (_, step) => step * 3).flatMap((hue) =>
  [0, 0.35, 0.7, 1].map((share) => ({ hue, share })),
)

function leastContrast(scheme: Map<string, Role>, one: string, other: string): number {
  const findColour = (name: string, { hue, share }: (typeof BRANDS)[number]): Colour => {
    const role = scheme.get(name)
    if (!role) throw new Error(`There is no colour ${name}`)
    return role.hue === 'brand'
      ? [role.lightness, role.chroma * share, hue]
      : [role.lightness, role.chroma, role.hue]
  }
  return Math.min(
    ...BRANDS.map((brand) => contrast(findColour(one, brand), findColour(other, brand))),
  )
}

const TEXT: Record<string, string[]> = {
  ink: 'page surface sunken tint tint-strong warn-soft ok-soft info-soft danger-soft'.split(' '),
  'ink-soft': ['page', 'surface', 'sunken', 'tint'],
  'brand-ink': ['page', 'surface', 'sunken', 'tint', 'tint-strong'],
  link: ['page', 'surface', 'sunken', 'tint', 'info-soft', 'warn-soft'],
  'on-brand': ['brand', 'brand-strong'],
  'on-band': ['band'],
  'on-band-soft': ['band'],
  ok: ['surface', 'page', 'ok-soft'],
  warn: ['surface', 'page', 'warn-soft'],
  danger: ['surface', 'page', 'danger-soft'],
  info: ['surface', 'page', 'info-soft'],
}
const EDGES: Record<string, string[]> = {
  brand: ['page', 'surface', 'tint', 'sunken'],
  'line-strong': ['page', 'surface', 'sunken', 'tint'],
}
const pairs = (of: Record<string, string[]>) =>
  Object.entries(of).flatMap(([one, others]) => others.map((other) => [one, other] as const))

test.each(Object.entries(schemes))('text of every brand can be read: %s', (_name, scheme) => {
  const low = pairs(TEXT).filter(([one, other]) => leastContrast(scheme, one, other) < 4.5)
  expect(low).toEqual([])
})

test.each(Object.entries(schemes))('edges of controls can be seen: %s', (_name, scheme) => {
  const low = pairs(EDGES).filter(([one, other]) => leastContrast(scheme, one, other) < 3)
  expect(low).toEqual([])
})
