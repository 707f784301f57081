export const shippedTemplates = {
  'letters/result.liquid': 'Result letter',
  'letters/vaccination-certificate.liquid': 'Vaccination certificate',
  'letters/advice.liquid': 'Advice sheet',
  'letters/gp.liquid': 'GP letter',
  'letters/non-attendance.liquid': 'Non-attendance letter',
} as const satisfies Record<string, string>

type TemplatePath = keyof typeof shippedTemplates

export const templatePaths = Object.keys(shippedTemplates) as TemplatePath[]

export const isTemplatePath = (path: string): path is TemplatePath =>
  Object.hasOwn(shippedTemplates, path)
