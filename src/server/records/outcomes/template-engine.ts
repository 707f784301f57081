import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TemplatePath, templatePaths } from '#lib/records/outcomes/shipped-templates.ts'
import { liquidEngine } from '../../liquid-engine.ts'

const PARTIALS = ['partials/closing']

const source = (path: string) => readFileSync(join(import.meta.dirname, 'templates', path), 'utf8')

const shipped = Object.fromEntries(templatePaths.map((path) => [path, source(path)]))

export const shippedTemplate = (path: TemplatePath): string => shipped[path] ?? ''

/** Reads no file; `render` knows the shipped partials. */
export const templateEngine = liquidEngine({
  templates: Object.fromEntries(PARTIALS.map((path) => [path, source(`${path}.liquid`)])),
  outputEscape: 'escape',
})
